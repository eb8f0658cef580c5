import { AppointmentDocumentService } from '@usaha/beauty';
import type { SalesDocument, SourceDocument, SourceRef } from '@usaha/core';
import { FeeDocumentService } from '@usaha/education';
import { BillDocumentService } from '@usaha/healthcare';
import { FreightCorrectionService } from '@usaha/logistics';
import { money, type Context } from '@usaha/shared';
import type { Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { ReadSources } from '../support/einvoice-sources.js';
import { einvoiceSums } from '../support/einvoice-sums.js';
import {
  act,
  book,
  newSalon,
  readAppointment,
  redeem,
  registerForSst,
  sellPackage,
  type Salon,
} from '../support/beauty-money.js';
import { newFee, newInvoices, newStudent } from '../support/education.js';
import { must, newBill, newPatient } from '../support/healthcare.js';
import { newFreightInvoice } from '../support/logistics.js';
import { newTenant, type TestTenant } from '../support/people.js';

/** what clinics, schools, carriers and salons print, as e-invoices are made of it. */

let sources: ReadSources;
let salon: Salon;
let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [sources, salon, tenant, other] = await Promise.all([ReadSources.open(), newSalon(), newTenant(), newTenant()]);
  await registerForSst(salon);
});
afterAll(() => sources.end());

type Ref = Omit<SourceRef, 'id'>;
const post = async (path: string, body: unknown, { admin }: TestTenant = tenant): Promise<Json> => {
  const answer = await on.post(path, body, admin.token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer);
};

/** Reads one document, and expects that heads say the same of it, that another tenant has none, and that its sums are exact. */
async function readOne(of: TestTenant, ref: Ref, id: string): Promise<SourceDocument> {
  const [read] = (await sources.read(of, ref, [id])) as [SourceDocument];
  expect(await sources.read(of, ref, [id], true)).toEqual([read]);
  expect(await sources.read(other, ref, [id], true)).toEqual([]);
  const { module, kind, number, dated_at, changes, currency, total, is_cancelled } = read;
  const heads = await sources.heads(of, ref, { limit: 2 });
  expect(heads.filter((head) => head.id === id)).toEqual([
    { module, kind, id, number, dated_at, changes, currency, total, is_cancelled },
  ]);
  expect(einvoiceSums(read)).toEqual({ wrong: [], totals: [total, total, total], negative: false });
  return read;
}

/** Expects that a document prints the same number and amounts. */
async function expectPrinted(of: TestTenant, source: SourceDocument, print: (ctx: Context) => Promise<SalesDocument>) {
  const { number, total, rounding, payment_method } = await sources.in(of, print);
  const printed = { number, total, rounding: rounding ?? 0, payment_method };
  expect(source).toMatchObject(printed);
}

const refund = { module: 'beauty', kind: 'refund' } as const;
const changesOf = async (of: TestTenant, ref: Ref, id: string): Promise<string[]> =>
  (await sources.changesOf(of, ref, [id])).map((change) => change.id);

it('a bill has the type of its visit, its discount within, and credit notes without money', async () => {
  const bill = { module: 'healthcare', kind: 'bill' } as const;
  const { id: patient_id } = await newPatient(tenant);
  const items = [
    { description: 'Rundingan', unit_price: 80, quantity: 2, tax_rate: 6 },
    { description: 'Ubat', unit_price: 20, tax_rate: 0 },
    { description: 'Diskaun', unit_price: -10, tax_rate: 6, reason: 'Warga emas' },
  ];
  const made = await newBill(tenant, { patient_id, items, payment_method: 'cash' });
  const read = await readOne(tenant, bill, made.id);
  expect(read).toMatchObject({
    subject: { module: 'healthcare', id: patient_id },
    number: made.bill_number,
    total: 179,
  });
  expect(read.lines.map(({ place, net, tax_amount }) => [place, net, tax_amount])).toEqual([
    [1, 150, 9],
    [2, 20, 0],
  ]);
  await expectPrinted(tenant, read, (ctx) => sources.get(BillDocumentService).of(ctx, made.id));
  await post(`/healthcare/billing/${made.id}/credit-notes`, { amount: 50, reason: 'Silap' });
  const [id] = (await changesOf(tenant, bill, made.id)) as [string];
  const note = await readOne(tenant, { module: 'healthcare', kind: 'credit_note' }, id);
  expect(note).toMatchObject({ total: 50, has_returned_money: false, changes: { ...bill, id: made.id } });
  await post(`/healthcare/billing/${made.id}/cancel`, { reason: 'Silap' });
  expect((await readOne(tenant, bill, made.id)).is_cancelled).toBe(true);
});

it('an invoice of a school is its fee in its currency, and is cancelled with it', async () => {
  const invoice = { module: 'education', kind: 'invoice' } as const;
  const [student, fee] = await Promise.all([newStudent(tenant), newFee(tenant, { fee_type: 'Yuran Makmal' })]);
  const [made] = (await newInvoices(tenant, { fee_id: fee.id, student_ids: [student.id] })) as [Json];
  const read = await readOne(tenant, invoice, made.id);
  expect(read).toMatchObject({
    ...{ subject: { module: 'education', id: student.id }, number: made.invoice_number, total: 180 },
    lines: [{ place: 1, category: 'yuran makmal', net: 180, unit_price: 180, tax_amount: 0 }],
  });
  await expectPrinted(tenant, read, (ctx) => sources.get(FeeDocumentService).invoice(ctx, made.id, 'en'));
  await post(`/education/invoices/${made.id}/credit-notes`, { amount: 30, reason: 'Cuti' });
  const [id] = (await changesOf(tenant, invoice, made.id)) as [string];
  const note = await readOne(tenant, { module: 'education', kind: 'credit_note' }, id);
  expect(note).toMatchObject({ total: 30, currency: read.currency, changes: { ...invoice, id: made.id } });
  await post(`/education/invoices/${made.id}/cancel`, { reason: 'Berhenti' });
  expect((await readOne(tenant, invoice, made.id)).is_cancelled).toBe(true);
});

it('a freight invoice has its sender, and is found by its own id', async () => {
  const freight = { module: 'logistics', kind: 'freight_invoice' } as const;
  const { id: made, shipment_id, invoice_number } = await newFreightInvoice(tenant, 250.55);
  const read = await readOne(tenant, freight, made);
  expect(read).toMatchObject({
    ...{ number: invoice_number, total: 250.55, subject: { module: 'logistics', id: 'Kedai Buku Aman' } },
    lines: [{ place: 1, category: 'standard' }],
  });
  const printed = await sources.in(tenant, (ctx) => sources.get(FreightCorrectionService).documentOf(ctx, made, 'en'));
  expect(printed).toMatchObject({ number: invoice_number, total: 250.55 });
  const path = `/logistics/shipments/${shipment_id}/invoice`;
  await post(`${path}/credit-notes`, { amount: 20.05, reason: 'Lewat' });
  const [id] = (await changesOf(tenant, freight, made)) as [string];
  const note = await readOne(tenant, { module: 'logistics', kind: 'credit_note' }, id);
  expect(note).toMatchObject({ total: 20.05, changes: { ...freight, id: made }, has_returned_money: false });
  await post(`${path}/cancel`, { reason: 'Batal' });
  expect((await readOne(tenant, freight, made)).is_cancelled).toBe(true);
});

describe('a visit', () => {
  const visit = { module: 'beauty', kind: 'visit' } as const;

  it('is a document once it is completed, at what was charged for each line', async () => {
    const booked = await book(salon, { services: [{ service_id: salon.cut }, { service_id: salon.wash }] });
    expect(await sources.read(salon.tenant, visit, [booked.id])).toEqual([]);
    const told = { total_amount: 100, payment_received: true, payment_method: 'cash' };
    must(await act(salon, booked.id, 'complete', told), 200);
    const read = await readOne(salon.tenant, visit, booked.id);
    const { invoice_number: number, completed_at } = await readAppointment(salon, booked.id);
    expect(read).toMatchObject({ number, total: 100, subject: { module: 'beauty', id: salon.client_id } });
    expect(read.dated_at).toEqual(new Date(completed_at));
    const amounts = read.lines.map(({ net, tax_amount }) => money.add(net, tax_amount));
    expect(amounts).toEqual([63.75, 36.25]);
    await expectPrinted(salon.tenant, read, (ctx) =>
      sources.get(AppointmentDocumentService).ofAppointment(ctx, booked.id),
    );
    must(await act(salon, booked.id, 'refunds', { amount: 40, reason: 'Tidak puas' }), 201);
    const [id] = (await changesOf(salon.tenant, visit, booked.id)) as [string];
    const given = await readOne(salon.tenant, refund, id);
    expect(given).toMatchObject({ total: 40, has_returned_money: true, changes: { ...visit, id: booked.id } });
    await expectPrinted(salon.tenant, given, (ctx) => sources.get(AppointmentDocumentService).ofPayment(ctx, id));
  });

  it('has no refund of a deposit', async () => {
    const booked = await book(salon);
    must(await act(salon, booked.id, 'payments', { amount: 30, payment_method: 'card' }), 201);
    must(await act(salon, booked.id, 'refunds', { amount: 10, reason: 'Tukar' }), 201);
    must(await act(salon, booked.id, 'complete', { payment_received: true }), 200);
    expect(await changesOf(salon.tenant, visit, booked.id)).toEqual([]);
    const paid = must(await on.get(`/beauty/appointments/${booked.id}/payments`, salon.token), 200);
    const { id } = paid.find(({ kind }: Json) => kind === 'refund');
    expect(await sources.read(salon.tenant, refund, [id])).toEqual([]);
    expect((await sources.heads(salon.tenant, refund)).map((head) => head.id)).not.toContain(id);
  });

  it('that a package paid comes to nothing; the package is the document, and so is its refund', async () => {
    const sold = await sellPackage(salon, 2);
    const bought = { module: 'beauty', kind: 'package' } as const;
    const read = await readOne(salon.tenant, bought, sold.id);
    expect(read).toMatchObject({ number: sold.receipt_number, total: 60, is_cancelled: false });
    await expectPrinted(salon.tenant, read, (ctx) => sources.get(AppointmentDocumentService).ofPackage(ctx, sold.id));
    const booked = await book(salon);
    must(await redeem(salon, sold.id, booked.id), 200);
    must(await act(salon, booked.id, 'complete', {}), 200);
    expect(await readOne(salon.tenant, visit, booked.id)).toMatchObject({ total: 0 });
    await post(`/beauty/client-packages/${sold.id}/refund`, { reason: 'Pindah' }, salon.tenant);
    const [id] = (await changesOf(salon.tenant, bought, sold.id)) as [string];
    expect(await readOne(salon.tenant, refund, id)).toMatchObject({ total: 30, changes: { ...bought, id: sold.id } });
  });
});
