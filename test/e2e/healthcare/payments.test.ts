import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, not } from '../../support/core-shapes.js';
import { healthcareShapes as shapes, must, newBill, newPatient, trailOf } from '../../support/healthcare.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { atOnce, malaysianDay, withStatus } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const made = (body: Record<string, unknown> = {}) => newBill(tenant, { patient_id: patient.id, ...body });
const pay = (id: string, body: unknown = {}, by = token, headers = {}) =>
  on.send('POST', `/healthcare/billing/${id}/payments`, { token: by, body, headers });
const paid = async (id: string, body: unknown = {}): Promise<Json> => must(await pay(id, body), 201);
const read = async (id: string): Promise<Json> => must(await on.get(`/healthcare/billing/${id}`, token), 200);
const paymentsOf = async (id: string): Promise<Json[]> =>
  must(await on.get(`/healthcare/billing/${id}/payments?page_size=100`, token), 200);

describe('payments of a bill', () => {
  it('move it from pending over partially paid to paid, and are answered with it', async () => {
    const { id } = await made();
    const first = await paid(id, { amount: 33.33, payment_method: 'cash', reference: 'T-1', notes: 'Oleh anaknya' });
    expectKeys(first, [...shapes.bill, 'payment', 'payments']);
    expectKeys(first.payment, shapes.billPayment);
    expect(first).toMatchObject({ id, status: 'partially_paid', amount_paid: 33.33, payment_method: 'cash' });
    expect(first.payment).toMatchObject({
      amount: 33.33,
      balance: 66.67,
      payment_method: 'cash',
      reference: 'T-1',
      notes: 'Oleh anaknya',
      receipt_number: expect.stringMatching(/^RCP-\d{4}-\d{6}$/),
    });
    const second = await paid(id);
    expect(second).toMatchObject({ status: 'paid', amount_paid: 100, payment: { amount: 66.67, balance: 0 } });
    expect(second.payments).toEqual([first.payment, second.payment]);
    expect((await paymentsOf(id)).reverse()).toEqual(second.payments);
    expect(await read(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect((await trailOf(tenant, id)).map(({ action }) => action)).toEqual(['read', 'pay', 'pay', 'create']);
  });

  it('take no more than remains, and nothing of a bill that is paid', async () => {
    const { id } = await made();
    expectInvalid(on, await pay(id, { amount: 100.01 }), 'amount');
    await paid(id, { amount: 60 });
    expectInvalid(on, await pay(id, { amount: 40.01 }), 'amount');
    await paid(id, { amount: 40 });
    for (const body of [{}, { amount: 1 }]) expectConflict(on, await pay(id, body), 'status');
    expect(await paymentsOf(id)).toHaveLength(2);
  });

  it.each([0, -1, 0.001, '5', true])('take no amount of %p', async (amount) => {
    const { id } = await made();
    expectInvalid(on, await pay(id, { amount }), 'amount');
  });

  it.each(['payment_method', 'reference', 'notes'])('take no %s that is no text', async (name) => {
    const { id } = await made();
    for (const value of not.text) expectInvalid(on, await pay(id, { [name]: value }), name);
  });

  it('without a body are of all that remains', async () => {
    const { id } = await made();
    const answer = await on.send('POST', `/healthcare/billing/${id}/payments`, { token });
    expect(must(answer, 201).payment).toMatchObject({ amount: 100, balance: 0 });
  });

  it('of a bill that comes to nothing are refused', async () => {
    const { id } = await made({ items: [{ description: 'Percuma', unit_price: 0 }] });
    expectConflict(on, await pay(id), 'status');
  });

  it('A-166: leave a bill overdue until it is paid whole', async () => {
    const { id } = await made({ due_date: malaysianDay(-1) });
    expect((await paid(id, { amount: 10 })).status).toBe('overdue');
    expect((await paid(id)).status).toBe('paid');
  });

  it('of the whole, 20 at once, exactly one succeeds', async () => {
    const { id } = await made();
    const answers = await atOnce(20, () => pay(id));
    expect([withStatus(answers, 201).length, withStatus(answers, 409).length]).toEqual([1, 19]);
    expect((await paymentsOf(id)).map(({ amount }) => amount)).toEqual([100]);
    expect((await read(id)).amount_paid).toBe(100);
  });

  it('of a tenth each, 20 at once, exactly ten succeed, and their balances fall step by step', async () => {
    const { id } = await made();
    const answers = await atOnce(20, () => pay(id, { amount: 10 }));
    expect(withStatus(answers, 201)).toHaveLength(10);
    expect((await paymentsOf(id)).map(({ balance }) => balance)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  });

  it('are made once, however often they are sent with one Idempotency-Key', async () => {
    const { id } = await made();
    const key = { 'idempotency-key': unique('pay') };
    const [first, second] = [await pay(id, { amount: 10 }, token, key), await pay(id, { amount: 10 }, token, key)];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('have receipt numbers without gaps', async () => {
    const own = await newTenant();
    const { id } = await newBill(own, { patient_id: (await newPatient(own)).id });
    for (const amount of [10, 200, 20]) await pay(id, { amount }, own.admin.token);
    const payments = must(await on.get(`/healthcare/billing/${id}/payments`, own.admin.token), 200);
    expect(payments.map((p: Json) => [p.amount, p.receipt_number.slice(-6)])).toEqual([
      [20, '000002'],
      [10, '000001'],
    ]);
  });

  it('A-15, A-51: of a bill that is not there are not found, with any body', async () => {
    const { id } = await made();
    const other = await newTenant();
    for (const [bill, by] of [
      [UNKNOWN_ID, token],
      ['1', token],
      [id, other.admin.token],
    ] as const) {
      expectRefusal(on, await pay(bill, { amount: 'x' }, by), 404);
      expectRefusal(on, await on.get(`/healthcare/billing/${bill}/payments`, by), 404);
    }
  });
});
