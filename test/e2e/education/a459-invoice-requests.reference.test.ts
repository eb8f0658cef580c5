import type { Answer, Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newFee, newFeePayment, newInvoices, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';

/** Payment requests of invoices of a school. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const post = (path: string, body: Json): Promise<Answer> => on.post(path, body, token);
const get = async (path: string): Promise<Json> => must(await on.get(path, token), 200);
const request = (invoice: Json, extra: Json = {}): Promise<Json> =>
  requestOf(tenant, 'education.invoice', invoice.id, extra);
const read = (id: string): Promise<Json> => get(`${REQUESTS}/${id}`);
const confirm = (id: string, body: Json = {}): Promise<Answer> =>
  post(`${REQUESTS}/${id}/confirm`, { reference: unique('QR'), ...body });
const paymentsOf = (student_id: string): Promise<Json[]> => get(`/education/payments?student_id=${student_id}`);
const balanceOf = async ({ id }: Json): Promise<number> => (await get(`/education/invoices/${id}`)).balance;

/** Two invoices of a student, of 180 each; the first is due first. */
async function twoInvoices(extra: Json = {}): Promise<{ student: Json; first: Json; second: Json }> {
  const [student, fee, other] = await Promise.all([newStudent(tenant), newFee(tenant, extra), newFee(tenant, extra)]);
  const student_ids = [student.id];
  const [first] = (await newInvoices(tenant, { fee_id: fee.id, student_ids, due_date: '2998-12-31' })) as [Json];
  const [second] = (await newInvoices(tenant, { fee_id: other.id, student_ids })) as [Json];
  return { student, first, second };
}

it('A-463: the money settles the invoice that was asked for, also where another is due before, and once', async () => {
  const { student, first, second } = await twoInvoices();
  const { id, amount } = await request(second);
  expect(amount).toBe(180);
  const reference = unique('QR');
  const answers = await Promise.all([confirm(id, { reference }), confirm(id), confirm(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const paid = await read(id);
  expect(paid).toMatchObject({ status: 'paid', paid_amount: 180, unapplied_amount: 0, means: 'duitnow_qr' });
  const [payment, ...more] = await paymentsOf(student.id);
  expect(more).toEqual([]);
  expect(payment).toMatchObject({
    amount: 180,
    payment_method: 'duitnow_qr',
    receipt_number: paid.receipt_number,
    payment_request_id: id,
  });
  expect([await balanceOf(first), await balanceOf(second)]).toEqual([180, 0]);
});

it('A-460: falls to what is left by payments and credit notes, and is cancelled with nothing left', async () => {
  const { student, first, second } = await twoInvoices();
  const [one, two] = [await request(first), await request(second)];
  await newFeePayment(tenant, { student_id: student.id, amount: 200 });
  expect(await read(one.id)).toMatchObject({ status: 'cancelled', status_reason: 'settled_elsewhere' });
  expect(await read(two.id)).toMatchObject({ status: 'open', amount: 160 });
  must(await post(`/education/invoices/${second.id}/credit-notes`, { amount: 60, reason: 'Diskaun' }), 201);
  expect(await read(two.id)).toMatchObject({ status: 'open', amount: 100 });
  must(await post(`/education/invoices/${second.id}/cancel`, { reason: 'Salah' }), 200);
  expect(await read(two.id)).toMatchObject({ status: 'cancelled', status_reason: 'subject_cancelled' });
});

it('A-463: a payment for the student during a confirmation leaves no invoice paid above its amount', async () => {
  const { student, first, second } = await twoInvoices();
  const { id } = await request(first);
  const [confirmed] = await Promise.all([
    confirm(id, { amount: 180 }),
    newFeePayment(tenant, { student_id: student.id, amount: 100 }),
    newFeePayment(tenant, { student_id: student.id, amount: 100 }),
  ]);
  const { unapplied_amount } = must(confirmed, 200);
  const [left, other] = [await balanceOf(first), await balanceOf(second)];
  expect(left).toBeGreaterThanOrEqual(0);
  expect(other).toBeGreaterThanOrEqual(0);
  // Money beyond both invoices is the credit of the student.
  expect(left + other).toBe(Math.max(0, 360 - 200 - (180 - unapplied_amount)));
});

it('A-459: in another currency is refused', async () => {
  const { first } = await twoInvoices({ currency: 'SGD' });
  expectInvalid(on, await post(REQUESTS, { subject_type: 'education.invoice', subject_id: first.id }), 'subject_id');
});
