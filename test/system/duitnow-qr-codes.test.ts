import { book, newSalon, type Salon } from '../support/beauty-money.js';
import { baseUrl, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { codeFor, setDuitNowQr } from '../support/duitnow-qr.js';
import { newFee, newInvoices, newStudent } from '../support/education.js';
import { must, newBill, newPatient } from '../support/healthcare.js';
import { newFreightInvoice } from '../support/logistics.js';
import { codesIn, missingReaders } from '../support/read-codes.js';
import { malaysianDay, newCustomer, newProduct, sell } from '../support/retail.js';

/** what is owed, as the customer's telephone sees it: drawn as a receipt printer does, and read back. */
const title =
  missingReaders.length === 0
    ? 'A-468: the DuitNow QR on what is owed'
    : `DuitNow QRs are not read back, since there is no ${missingReaders.join(' and no ')} here`;
if (missingReaders.length > 0) process.stderr.write(`${title}\n`);

(missingReaders.length === 0 ? describe : describe.skip)(title, () => {
  let salon: Salon;
  beforeAll(async () => {
    salon = await newSalon();
    await setDuitNowQr(salon.tenant);
  }, 60_000);

  async function codesOf(path: string): Promise<string[]> {
    const answer = await fetch(`${baseUrl()}/api/v1${path}`, { headers: { authorization: `Bearer ${salon.token}` } });
    expect([path, answer.status]).toEqual([path, 200]);
    return codesIn(Buffer.from(await answer.arrayBuffer()));
  }

  /** On A4, on a roll where the document exists for one, and not where it was asked not to. */
  async function expectCode(path: string, amount: string, { on80mm = false } = {}): Promise<void> {
    expect(await codesOf(path)).toEqual([codeFor(amount)]);
    if (on80mm) expect(await codesOf(`${path}?paper=80mm`)).toEqual([codeFor(amount)]);
    expect(await codesOf(`${path}?qr=false`)).toEqual([]);
  }

  it('stands on a sale on account and on the statement of its customer, for what is open now', async () => {
    const [customer, product] = await Promise.all([
      newCustomer(salon.tenant),
      newProduct(salon.tenant, { price: 20, stock_quantity: 100 }),
    ]);
    const items = [{ product_id: product.id, quantity: 1, unit_price: 20 }];
    const paid = await sell(salon.tenant, items, { payment_method: 'card' });
    expect(await codesOf(`/retail/sales/${paid.id}/receipt/`)).toEqual([]);
    const sale = await sell(salon.tenant, items, { payments: [], on_account: true, customer_id: customer.id });
    const receipt = `/retail/sales/${sale.id}/receipt/`;
    const statement = `/retail/customers/${customer.id}/statement/pdf/`;
    const pay = async (amount: number): Promise<unknown> =>
      must(await on.post(`/retail/sales/${sale.id}/payments`, { method: 'card', amount }, salon.token), 201);
    const total = Number(sale.total);
    await expectCode(receipt, total.toFixed(2), { on80mm: true });
    await pay(7.5);
    await expectCode(receipt, (total - 7.5).toFixed(2), { on80mm: true });
    await expectCode(statement, (total - 7.5).toFixed(2));
    // Debts of a day that is over may be paid by now.
    expect(await codesOf(`${statement}?date_to=${malaysianDay(-1)}`)).toEqual([]);
    await pay(Number((total - 7.5).toFixed(2)));
    expect(await codesOf(receipt)).toEqual([]);
    expect(await codesOf(statement)).toEqual([]);
  }, 120_000);

  it('stands on a bill of a clinic, and not on a cancelled one', async () => {
    const bill = await newBill(salon.tenant, { patient_id: (await newPatient(salon.tenant)).id });
    await expectCode(`/healthcare/billing/${bill.id}/receipt/`, '100.00');
    must(await on.post(`/healthcare/billing/${bill.id}/cancel`, { reason: 'Silap' }, salon.token), 200);
    expect(await codesOf(`/healthcare/billing/${bill.id}/receipt/`)).toEqual([]);
  }, 120_000);

  it('stands on an invoice of a school, on the statements of student and household, and on its bill', async () => {
    const [student, fee] = await Promise.all([newStudent(salon.tenant), newFee(salon.tenant)]);
    const [invoice] = (await newInvoices(salon.tenant, { fee_id: fee.id, student_ids: [student.id] })) as [Json];
    await expectCode(`/education/invoices/${invoice.id}/pdf/`, '180.00');
    await expectCode(`/education/students/${student.id}/statement/pdf/`, '180.00');
    const home = must(
      await on.post('/education/households', { name: 'Nur', students: [student.id] }, salon.token),
      201,
    );
    await expectCode(`/education/households/${home.id}/statement/pdf/`, '180.00');
    await expectCode(`/education/households/${home.id}/bill/pdf/`, '180.00');
  }, 120_000);

  it('stands on a visit, exact where cash is rounded', async () => {
    const visit = await book(salon, { services: [{ service_id: salon.cut, price: 80.02 }], payment_method: 'cash' });
    await expectCode(`/beauty/appointments/${visit.id}/receipt/`, Number(visit.total_price).toFixed(2), {
      on80mm: true,
    });
  }, 120_000);

  it('stands on a freight invoice', async () => {
    const invoice = await newFreightInvoice(salon.tenant);
    await expectCode(`/logistics/shipments/${invoice.shipment_id}/invoice/`, Number(invoice.total).toFixed(2));
  }, 120_000);
});
