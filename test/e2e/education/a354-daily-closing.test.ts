import { call, type Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newEnrollment, newFee, newFeePayment, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, newUser, type Person, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let mei: Person;
let student_id: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  mei = await newUser(tenant, 'staff');
  student_id = (await newStudent(tenant)).id;
});

const report = async (query = ''): Promise<{ rows: Json[]; totals: Json }> =>
  must(await call('GET', `/api/v1/education/reports/daily-closing/?${query}`, { token }), 200);
const list = async (query = ''): Promise<Json[]> =>
  must(await on.get(`/education/payments?page_size=100&${query}`, token), 200);
const pay = async (body: object, by = mei.token): Promise<Json> =>
  must(await on.post('/education/payments', { student_id, ...body }, by), 201);

it('A-354: the closing of a school has payments, voids and refunds of withdrawals by receiver and method', async () => {
  await pay({ amount: 100.5, payment_method: 'cash' });
  const wrong = await pay({ amount: 50, payment_method: ' Tunai ' });
  await pay({ amount: 80, payment_method: 'fpx' }, token);
  must(await on.post(`/education/payments/${wrong.id}/void`, { reason: 'Dua kali' }, token), 200);
  const leave = async (refund: object) => {
    const { id } = await newEnrollment(tenant, { student_id });
    const left = must(await on.post(`/education/enrollment/${id}/withdraw`, refund, token), 200);
    expect(left.withdrawal).toMatchObject({ refund_method: null, ...refund });
  };
  await leave({ refund_amount: 30.25, refund_method: 'cash' });
  await leave({ refund_amount: 10 });
  const { rows, totals } = await report();
  expect(totals).toMatchObject({ payments: 3, takings: 230.5, refunds_count: 3, refunds: 90.25, net: 140.25 });
  expect(totals).toMatchObject({ rounding: 0, cash: 70.25, expected_cash: 70.25, counts: 0 });
  const ofMei = rows.filter(({ group }) => group === mei.id);
  expect(ofMei.map(({ payment_method, takings, cash }) => [payment_method, takings, cash])).toEqual([
    // one method under all its names, called as most entries have it.
    ['Tunai', 150.5, 100.5],
  ]);
  expect((await report(`cashier=${tenant.admin.id}&group_by=cashier`)).rows).toMatchObject([
    { takings: 80, refunds: 40.25, cash: -30.25, expected_cash: -30.25 },
  ]);
  const count = must(await on.post('/education/daily-closings', { counted_cash: 270, float: 200 }, token), 201);
  expect(count).toMatchObject({ date: malaysianDay(), expected_cash: 270.25, difference: -0.25 });
  expect(must(await on.get('/education/daily-closings', token), 200)).toEqual([count]);
  expect(must(await on.get('/healthcare/daily-closings', token), 200)).toEqual([]);
  expect((await report()).totals).toMatchObject({ counted_cash: 270, difference: -0.25, counts: 1 });
});

it('A-354: payments name their receiver, and are found by receiver and method', async () => {
  const [one, other] = [await pay({ amount: 1, payment_method: 'Cash' }), await pay({ amount: 2 }, token)];
  expect([one.received_by, other.received_by]).toEqual([mei.id, tenant.admin.id]);
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await ids(`received_by=${mei.id}`)).toEqual([one.id]);
  expect(await ids('received_by=unspecified')).toEqual([]);
  expect(await ids('received_by=mei')).toEqual([]);
  expect(await ids('method=CASH')).toEqual([one.id]);
  expect(await ids(`method=cash&received_by=${tenant.admin.id}`)).toEqual([]);
});

it('A-342: method finds payments under all names of their way of paying, payment_method under its text', async () => {
  const cash = await pay({ amount: 1, payment_method: 'Tunai' });
  const wallet = await pay({ amount: 2, payment_method: "Touch 'n Go" });
  await pay({ amount: 3, payment_method: 'tunai (separuh)' });
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await ids('method=cash')).toEqual([cash.id]);
  expect(await ids('method=tng')).toEqual([wallet.id]);
  expect(await ids('payment_method=cash')).toEqual([]);
  expect(await ids('payment_method=tunai')).toEqual([cash.id]);
});

it('A-354: money counts on the day on which it is recorded, in MYR alone', async () => {
  await pay({ amount: 100, payment_method: 'cash', payment_date: '2020-01-02' });
  const { id: fee_id } = await newFee(tenant, { currency: 'SGD' });
  await newFeePayment(tenant, { student_id, fee_id, amount: 7, payment_method: 'cash' });
  expect((await report()).totals).toMatchObject({ payments: 1, cash: 100 });
  expect((await report('date=2020-01-02')).totals).toMatchObject({ payments: 0, cash: 0 });
});

it("A-354: another tenant's takings and counts are its own, and a day that has not begun is refused", async () => {
  await pay({ amount: 100, payment_method: 'cash' });
  const other = await newTenant();
  const theirs = await call('GET', '/api/v1/education/reports/daily-closing/', { token: other.admin.token });
  expect(must(theirs, 200).totals).toMatchObject({ payments: 0, cash: 0 });
  const early = { counted_cash: 1, date: '2999-01-01' };
  expectInvalid(on, await on.post('/education/daily-closings', early, token), 'date');
  expectInvalid(
    on,
    await on.post('/education/daily-closings', { counted_cash: 1, cashier: other.admin.id }, token),
    'cashier',
  );
});
