import type { Answer, Json } from '../../support/client.js';
import { expectConflict } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newFee, newInvoices, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { check, decide, readRequest } from '../../support/payment-attempts.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newTenant, type TestTenant } from '../../support/people.js';

/** Money of invoices of a school that goes back by a payment request. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const get = async (path: string): Promise<Json> => must(await on.get(path, token), 200);
const refund = ({ id }: Json, amount: number): Promise<Answer> =>
  on.post(`${REQUESTS}/${id}/refunds`, { amount, reason: 'Berhenti' }, token);
const statement = ({ id }: Json): Promise<Json> => get(`/education/students/${id}/statement`);
const paymentsOf = async ({ id }: Json): Promise<Json[]> => get(`/education/payments?student_id=${id}`);

/** An invoice of 180 of a student, paid at the gateway. */
async function paid(): Promise<{ student: Json; invoice: Json; request: Json }> {
  const [student, fee] = await Promise.all([newStudent(tenant), newFee(tenant)]);
  const [invoice] = (await newInvoices(tenant, { fee_id: fee.id, student_ids: [student.id] })) as [Json];
  const request = await requestOf(tenant, 'education.invoice', invoice.id, { method: 'fpx' });
  await decide(request, { outcome: 'pay', callback: false });
  must(await check(tenant, request), 200);
  return { student, invoice, request };
}

it('is owed again, and the statement says so', async () => {
  const { student, invoice, request } = await paid();
  must(await refund(request, 80), 201);
  expect(await get(`/education/invoices/${invoice.id}`)).toMatchObject({ balance: 80 });
  expect(await statement(student)).toMatchObject({
    charged: 180,
    paid: 100,
    settled: 100,
    unallocated: 0,
    balance: 80,
  });
});

it('of a cancelled invoice is taken from what is left on the account', async () => {
  const { student, invoice, request } = await paid();
  must(await on.post(`/education/invoices/${invoice.id}/cancel`, { reason: 'Berhenti' }, token), 200);
  expect(await statement(student)).toMatchObject({ paid: 180, settled: 0, unallocated: 180, balance: 0 });
  must(await refund(request, 150), 201);
  expect(await statement(student)).toMatchObject({ paid: 30, settled: 0, unallocated: 30, balance: 0 });
  expect((await refund(request, 31)).status).toBe(400);
  must(await refund(request, 30), 201);
  expect(await statement(student)).toMatchObject({ paid: 0, unallocated: 0, balance: 0 });
  expect(await readRequest(tenant, request)).toMatchObject({ refunded_amount: 180 });
});

it('of a payment that is void is given back by no gateway, and one of which money went back is not made void', async () => {
  const { student, request } = await paid();
  const [payment] = (await paymentsOf(student)) as [Json];
  const makeVoid = ({ id }: Json) => on.post(`/education/payments/${id}/void`, { reason: 'Silap' }, token);
  must(await refund(request, 80), 201);
  for (const made of await paymentsOf(student)) expectConflict(on, await makeVoid(made), 'amount');
  expect((await paymentsOf(student)).map(({ amount, voided_at }) => [amount, voided_at])).toEqual([
    [-80, null],
    [180, null],
  ]);
  expect(payment.amount).toBe(180);
  const other = await paid();
  must(await makeVoid((await paymentsOf(other.student))[0]), 200);
  expectConflict(on, await on.post(`${REQUESTS}/${other.request.id}/refunds`, { reason: 'Lagi' }, token), 'amount');
});
