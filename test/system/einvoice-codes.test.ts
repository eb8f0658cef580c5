import { act, book, newSalon, type Salon } from '../support/beauty-money.js';
import { baseUrl, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { newFee, newInvoices, newStudent } from '../support/education.js';
import { askEinvoice, completeBuyer, enableEinvoices } from '../support/einvoices.js';
import { newBill, newPatient } from '../support/healthcare.js';
import { newFreightInvoice } from '../support/logistics.js';
import { codesIn, missingReaders } from '../support/read-codes.js';
import { giveBack, newProduct, sell } from '../support/retail.js';
import { eventually } from '../support/system-service.js';

/** the codes of e-invoices on prints, as a telephone sees them: drawn as a receipt printer does, and read back. */
const title =
  missingReaders.length === 0
    ? 'A-528: the code of an e-invoice'
    : `Codes of e-invoices are not read back, since there is no ${missingReaders.join(' and no ')} here`;
if (missingReaders.length > 0) process.stderr.write(`${title}\n`);

(missingReaders.length === 0 ? describe : describe.skip)(title, () => {
  let salon: Salon;
  beforeAll(async () => {
    salon = await newSalon();
  }, 60_000);

  async function printed(path: string): Promise<Buffer> {
    const answer = await fetch(`${baseUrl()}/api/v1${path}`, { headers: { authorization: `Bearer ${salon.token}` } });
    expect([path, answer.status]).toEqual([path, 200]);
    return Buffer.from(await answer.arrayBuffer());
  }
  const codesOf = async (path: string): Promise<string[]> => codesIn(await printed(path));
  async function sold(): Promise<Json> {
    const product = await newProduct(salon.tenant, { current_stock: 100, tax_rate: 6 });
    return sell(salon.tenant, [{ product_id: product.id, quantity: 2 }]);
  }
  /** In the simulator it is a path of the service. */
  const seenAt = ({ validation_url }: Json): string => `${baseUrl()}${validation_url}`;
  const read = async (id: unknown): Promise<Json> => on.data(await on.get(`/einvoices/${String(id)}`, salon.token));
  const requestOf = async (module: string, kind: string, id: unknown): Promise<string> => {
    const answer = await on.get(`/einvoices/request-link?module=${module}&kind=${kind}&id=${String(id)}`, salon.token);
    return on.data(answer).url as string;
  };
  async function validOf(source: Json): Promise<Json> {
    const asked = on.data(await askEinvoice(salon.tenant, { source, buyer: completeBuyer }));
    return eventually('a valid e-invoice', async () => {
      const einvoice = await read(asked.id);
      return einvoice.status === 'valid' && einvoice;
    });
  }

  it('is nowhere while e-invoices are off', async () => {
    const sale = await sold();
    expect(await codesOf(`/retail/sales/${sale.id}/receipt/`)).toEqual([]);
  }, 120_000);

  it('leads from a pooled sale to the request, and from a valid e-invoice to its page, on A4 and on a roll', async () => {
    await enableEinvoices(salon.tenant);
    const sale = await sold();
    const receipt = `/retail/sales/${sale.id}/receipt/`;
    const request = await requestOf('retail', 'sale', sale.id);
    expect(await codesOf(receipt)).toEqual([request]);
    expect(await codesOf(`${receipt}?paper=80mm`)).toEqual([request]);
    const einvoice = await validOf({ module: 'retail', kind: 'sale', id: sale.id });
    for (const path of [receipt, `${receipt}?paper=80mm`, `/einvoices/${einvoice.id}/pdf/`])
      expect([path, await codesOf(path)]).toEqual([path, [seenAt(einvoice)]]);
    const page = await fetch(seenAt(einvoice), { headers: { accept: 'application/json' } });
    expect(((await page.json()) as Json).number).toBe(einvoice.number);
  }, 120_000);

  it('is not on a sale whose e-invoice is not valid, and not on its e-invoice', async () => {
    const sale = await sold();
    const source = { module: 'retail', kind: 'sale', id: sale.id };
    const { id, status } = on.data(
      await askEinvoice(salon.tenant, { source, buyer: { ...completeBuyer, address: { line1: 'A', city: 'B' } } }),
    );
    expect(status).toBe('blocked');
    expect(await codesOf(`/retail/sales/${sale.id}/receipt/`)).toEqual([]);
    expect(await codesOf(`/einvoices/${id}/pdf/`)).toEqual([]);
  }, 120_000);

  it('leads from a credit note to its refund note, and from a pooled one nowhere', async () => {
    const sale = await sold();
    await giveBack(salon.tenant, sale.id as string, { refund_method: 'cash' });
    const [taken] = on.data(await on.get(`/retail/sales/${sale.id}`, salon.token)).refunds as [Json];
    const path = `/retail/sales/${sale.id}/refunds/${taken.id}/receipt/`;
    expect(await codesOf(path)).toEqual([]);
    await validOf({ module: 'retail', kind: 'sale', id: sale.id });
    const note = await eventually('a valid note', async () => {
      const [found] = on.rows(await on.get(`/einvoices?source_id=${taken.id}`, salon.token), 'einvoices');
      return found?.status === 'valid' && found;
    });
    expect(await codesOf(path)).toEqual([seenAt(note)]);
  }, 120_000);

  it('leads from a bill, a school’s invoice, a completed visit and a freight invoice to their requests', async () => {
    const bill = await newBill(salon.tenant, { patient_id: (await newPatient(salon.tenant)).id });
    expect(await codesOf(`/healthcare/billing/${bill.id}/receipt/`)).toEqual([
      await requestOf('healthcare', 'bill', bill.id),
    ]);
    const [student, fee] = await Promise.all([newStudent(salon.tenant), newFee(salon.tenant)]);
    const [invoice] = (await newInvoices(salon.tenant, { fee_id: fee.id, student_ids: [student.id] })) as [Json];
    expect(await codesOf(`/education/invoices/${invoice.id}/pdf/`)).toEqual([
      await requestOf('education', 'invoice', invoice.id),
    ]);
    const freight = await newFreightInvoice(salon.tenant);
    expect(await codesOf(`/logistics/shipments/${freight.shipment_id}/invoice/`)).toEqual([
      await requestOf('logistics', 'freight_invoice', freight.id),
    ]);
    const visit = await book(salon);
    expect(await codesOf(`/beauty/appointments/${visit.id}/receipt/`)).toEqual([]);
    await act(salon, visit.id as string, 'complete', { payment_method: 'cash' });
    expect(await codesOf(`/beauty/appointments/${visit.id}/receipt/`)).toEqual([
      await requestOf('beauty', 'visit', visit.id),
    ]);
  }, 120_000);

  it('is not on a consolidated sale', async () => {
    const sale = await sold();
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    const answer = await on.post('/einvoices/consolidations', { month, module: 'retail' }, salon.token);
    expect(answer.status).toBe(201);
    expect(await codesOf(`/retail/sales/${sale.id}/receipt/`)).toEqual([]);
  }, 120_000);
});
