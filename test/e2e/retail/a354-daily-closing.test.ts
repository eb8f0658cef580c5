import { call, type Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type Person, type TestTenant } from '../../support/people.js';
import { allRows, atOnce, giveBack, malaysianDay, newCustomer, newProduct, withStatus } from '../../support/retail.js';

/** what a shop took and gave back on a day, and counts of its till. */

let shop: TestTenant;
let token: string;
let mei: Person;
/** Costs 106.01 with its tax. */
let item: { product_id: string; quantity: number };
let customer_id: string;
beforeEach(async () => {
  shop = await newTenant();
  ({ token } = shop.admin);
  const [user, product, customer] = await Promise.all([
    newUser(shop, 'staff'),
    newProduct(shop, { selling_price: 106.01, tax_rate: 0 }),
    newCustomer(shop),
  ]);
  mei = user;
  item = { product_id: product.id, quantity: 1 };
  customer_id = customer.id;
});

const must = async (path: string, body: object, by = token, method: 'post' | 'put' = 'post'): Promise<Json> => {
  const answer = await on[method](`/retail/${path}`, body, by);
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return on.data(answer);
};
const sellBy = (by: Person, more: object): Promise<Json> => must('sales', { items: [item], ...more }, by.token);
const closing = async (query: Record<string, string> = {}): Promise<{ rows: Json[]; totals: Json }> => {
  const path = `/api/v1/retail/reports/daily-closing/?${new URLSearchParams(query)}`;
  const answer = await call('GET', path, { token });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const payments = (query = ''): Promise<Json[]> => allRows(`/retail/payments${query}`, token);
const counts = (query = ''): Promise<Json[]> => allRows(`/retail/daily-closings${query}`, token);
const count = (body: object, by = token) => on.post('/retail/daily-closings', body, by);

/** Of each way of paying one sale, a payment on account, a refund, a void and a cancellation. */
async function aDay(): Promise<void> {
  const { admin } = shop;
  await sellBy(mei, { payment_method: ' Tunai' });
  const mixed = await sellBy(mei, {
    payments: [
      { method: 'cash', amount: 50 },
      { method: 'card', amount: 56.01 },
    ],
  });
  const owed = await sellBy(admin, { payments: [{ method: 'cash', amount: 6.01 }], on_account: true, customer_id });
  await must(`sales/${owed.id}/payments`, { method: 'duitnow', amount: 40 }, mei.token);
  await giveBack(shop, (await sellBy(mei, { payment_method: 'card' })).id, { refund_method: 'cash' });
  await must(`sales/${mixed.id}/void`, { reason: 'Tersilap' });
  const cancelled = await sellBy(mei, { payment_method: 'cash' });
  await must(`sales/${cancelled.id}/status`, { status: 'cancelled' }, token, 'put');
}

it('the list has every payment with its receiver, by day, method and receiver', async () => {
  await aDay();
  const all = await payments();
  const shown = all.map(({ kind, purpose, amount, payment_method, received_by }) => [
    ...[kind, purpose, amount, payment_method],
    received_by === mei.id ? 'mei' : received_by,
  ]);
  const me = shop.admin.id;
  expect(shown).toHaveLength(11);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['payment', 'sale', 106.01, ' Tunai', 'mei'],
      ['payment', 'sale', 50, 'cash', 'mei'],
      ['payment', 'sale', 56.01, 'card', 'mei'],
      ['payment', 'sale', 6.01, 'cash', me],
      ['payment', 'account', 40, 'duitnow', 'mei'],
      ['payment', 'sale', 106.01, 'card', 'mei'],
      ['refund', 'refund', 106.01, 'cash', me],
      ['refund', 'void', 50, 'cash', me],
      ['refund', 'void', 56.01, 'card', me],
      ['payment', 'sale', 106.01, 'cash', 'mei'],
      ['refund', 'status', 106.01, 'cash', me],
    ]),
  );
  expect(new Set(all.map(({ record_type }) => record_type))).toEqual(new Set(['sale']));
  for (const { record_id, number } of all) {
    const sale = on.data(await on.get(`/retail/sales/${record_id}`, token));
    expect([sale.invoice_number, ...sale.refunds.map((refund: Json) => refund.credit_note_number)]).toContain(number);
  }
  expect((await payments('?method=CARD')).map(({ amount }) => amount).sort()).toEqual([106.01, 56.01, 56.01]);
  expect(await payments(`?received_by=${mei.id}`)).toHaveLength(6);
  for (const none of ['received_by=unspecified', `received_by=${UNKNOWN_ID}`, 'date_to=2020-01-01', 'method=cheque'])
    expect(await payments(`?${none}`)).toEqual([]);
  const day = malaysianDay();
  expect(await payments(`?date_from=${day}&date_to=${day}`)).toEqual(all);
  expect(await allRows('/retail/payments', token, 2)).toEqual(all);
});

it('the list comes to what the report has, by cashier', async () => {
  await aDay();
  const all = await payments();
  const { rows, totals } = await closing({ group_by: 'cashier', date: malaysianDay() });
  expect(rows).toHaveLength(2);
  const net = (of: Json[]): number =>
    of.reduce((sum, { kind, amount }) => sum + Math.round(amount * 100) * (kind === 'refund' ? -1 : 1), 0) / 100;
  for (const row of rows) expect(row.takings).toBe(net(all.filter(({ received_by }) => received_by === row.group)));
  expect(totals.takings).toBe(net(all));
  expect((await closing({ cashier: mei.id })).totals.takings).toBe(rows.find(({ group }) => group === mei.id)?.takings);
  expect((await closing({ date: '2020-01-01' })).rows).toEqual([]);
  for (const cashier of ['unspecified', UNKNOWN_ID, 'x']) expect((await closing({ cashier })).rows).toEqual([]);
});

it('a count is kept with its difference; a further one of the day is a further record, and the latest counts', async () => {
  await aDay();
  const day = malaysianDay();
  // 106.00 and 106.00 of whole sales, 50 and 6.00 of parts, less 106.00, 50 and 106.00.
  const kept = on.data(await count({ counted_cash: 205.5, float: 200, note: 'RM 0.50 short', date: day }));
  expect(kept).toMatchObject({
    ...{ date: day, cashier: null, float: 200, counted_cash: 205.5, expected_cash: 206, difference: -0.5 },
    ...{ note: 'RM 0.50 short', counted_by: shop.admin.id },
  });
  const meis = on.data(await count({ counted_cash: 262, cashier: mei.id }, mei.token));
  expect(meis).toMatchObject({ cashier: mei.id, expected_cash: 262, difference: 0, counted_by: mei.id });
  const again = on.data(await count({ counted_cash: 206, float: 200 }));
  expect(await counts()).toEqual([again, meis, kept]);
  expect(await counts(`?cashier=${mei.id}`)).toEqual([meis]);
  expect(await counts('?date_to=2020-01-01')).toEqual([]);
  expect(await allRows('/beauty/daily-closings', token)).toEqual([]);
  const { rows } = await closing({ group_by: 'cashier' });
  const till = ({ float, expected_cash, counted_cash, difference, counts: n }: Json) => [
    ...[float, expected_cash, counted_cash, difference, n],
  ];
  const ofMei = rows.find(({ group }) => group === mei.id);
  const mine = rows.find(({ group }) => group === shop.admin.id);
  expect([till(ofMei), till(mine)]).toEqual([
    [0, 262, 262, 0, 1],
    [0, -256, null, null, 0],
  ]);
  const days = await closing({ group_by: 'day' });
  for (const row of [...days.rows, days.totals]) expect(till(row)).toEqual([200, 6, 206, 0, 2]);
  expect((await closing()).totals).toMatchObject({ expected_cash: 6, counted_cash: null, difference: null });
  // A later payment changes no count, and shows in the report.
  await sellBy(mei, { payment_method: 'cash' });
  expect(await counts()).toEqual([again, meis, kept]);
  expect(till((await closing({ group_by: 'day' })).totals)).toEqual([200, 112, 206, -106, 2]);
});

it('counts of cashiers alone are added up, also of one who took nothing', async () => {
  await sellBy(mei, { payment_method: 'cash' });
  await count({ counted_cash: 106, cashier: mei.id });
  await count({ counted_cash: 101, float: 100, cashier: shop.admin.id });
  await count({ counted_cash: 9, date: '2026-01-02' });
  const days = await closing({ group_by: 'day' });
  expect(days.rows.map((row) => [row.label, row.sales_count, row.float, row.counted_cash, row.difference])).toEqual([
    ['2026-01-02', 0, 0, 9, 9],
    [malaysianDay(), 1, 100, 207, 1],
  ]);
  const { rows } = await closing({ group_by: 'cashier' });
  expect(rows.map((row) => [row.group, row.takings, row.counted_cash, row.difference]).sort()).toEqual(
    [
      [mei.id, 106.01, 106, 0],
      [shop.admin.id, 0, 101, 1],
    ].sort(),
  );
  for (const format of ['csv', 'pdf'])
    expect(
      (await call('GET', `/api/v1/retail/reports/daily-closing/?group_by=day&format=${format}`, { token })).status,
    ).toBe(200);
});

it('20 counts at once are all kept', async () => {
  const answers = await atOnce(20, () => count({ counted_cash: 10 }));
  expect(withStatus(answers, 201)).toHaveLength(20);
  expect((await closing({ group_by: 'day' })).totals).toMatchObject({ counted_cash: 10, counts: 20 });
});

it.each([
  ['counted_cash', {}],
  ['counted_cash', { counted_cash: -1 }],
  ['float', { counted_cash: 1, float: 'x' }],
  ['date', { counted_cash: 1, date: '2999-01-01' }],
  ['date', { counted_cash: 1, date: '2026-02-30' }],
  ['cashier', { counted_cash: 1, cashier: UNKNOWN_ID }],
])('a count without a right %s is refused, and nothing is kept', async (field, body) => {
  expectInvalid(on, await count(body), field);
  expect(await counts()).toEqual([]);
});
