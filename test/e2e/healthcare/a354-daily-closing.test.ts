import { call, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, newUser, type Person, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
let mei: Person;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  mei = await newUser(tenant, 'staff');
});

const report = async (query = ''): Promise<{ rows: Json[]; totals: Json }> =>
  must(await call('GET', `/api/v1/healthcare/reports/daily-closing/?${query}`, { token }), 200);
const payments = async (query = ''): Promise<Json[]> =>
  must(await on.get(`/healthcare/payments?page_size=100&${query}`, token), 200);

it('A-354: the closing of a clinic has payments, voids and refunds by receiver and method, cash in coins', async () => {
  const { id: patient_id } = await newPatient(tenant);
  const bill = async (unit_price: number) =>
    (await newBill(tenant, { patient_id, items: [{ description: 'x', unit_price }] })).id;
  const pay = async (id: string, body: object, by = mei.token): Promise<Json> =>
    must(await on.post(`/healthcare/billing/${id}/payments`, body, by), 201).payment;
  const act = async (path: string, body: object) =>
    on.post(`/healthcare/billing/${path}`, { reason: 'Tersilap', ...body }, token);
  const [one, other, third] = [await bill(100.02), await bill(50), await bill(80)];
  await pay(one, { payment_method: 'cash' });
  const wrong = await pay(other, { payment_method: 'Cash' });
  await pay(third, { payment_method: 'card' }, token);
  must(await act(`${other}/payments/${wrong.id}/void`, {}), 200);
  must(await act(`${third}/credit-notes`, { amount: 30.01 }), 201);
  must(await act(`${third}/refund`, { method: 'cash' }), 200);
  const { rows, totals } = await report();
  expect(totals).toMatchObject({ payments: 3, takings: 230.02, refunds: 80.01, net: 150.01 });
  expect(totals).toMatchObject({ rounding: -0.01, cash: 70, expected_cash: 70, counts: 0 });
  expect(rows.filter(({ group }) => group === mei.id).reduce((cash, row) => cash + row.cash, 0)).toBeCloseTo(100, 5);
  expect((await report(`cashier=${mei.id}`)).totals).toMatchObject({ takings: 150.02, refunds: 50, cash: 100 });
  const all = await payments();
  expect(all.map(({ kind, purpose, amount }) => [kind, purpose, amount])).toEqual([
    ['refund', 'refund', 30.01],
    ['refund', 'void', 50],
    ['payment', 'bill', 80],
    ['payment', 'bill', 50],
    ['payment', 'bill', 100.02],
  ]);
  expect(await payments('method=CASH')).toHaveLength(4);
  expect(await payments(`received_by=${mei.id}`)).toHaveLength(3);
  expect(await payments('date_to=2020-01-01')).toEqual([]);
  const count = must(await on.post('/healthcare/daily-closings', { counted_cash: 269.5, float: 200 }, token), 201);
  expect(count).toMatchObject({ date: malaysianDay(), expected_cash: 270, difference: -0.5 });
  expect(must(await on.get('/healthcare/daily-closings', token), 200)).toEqual([count]);
  expect(must(await on.get('/beauty/daily-closings', token), 200)).toEqual([]);
  expect((await report()).totals).toMatchObject({ counted_cash: 269.5, difference: -0.5, counts: 1 });
});
