import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import {
  atOnce,
  configureRetail,
  giveBack,
  ledgerOf,
  newCustomer,
  newProduct,
  readSale,
  sell,
  stockOf,
  withStatus,
} from '../../support/retail.js';

/** a void sale. */

let shop: TestTenant;
let token: string;
let product: Json;
beforeEach(async () => {
  shop = await newTenant();
  ({ token } = shop.admin);
  product = await newProduct(shop, { selling_price: 10.03, tax_rate: 0, current_stock: 10 });
});

const makeVoid = (sale_id: string, by = token, reason = 'Rung up twice'): Promise<Answer> =>
  on.post(`/retail/sales/${sale_id}/void`, { reason }, by);
const items = (quantity: number) => [{ product_id: product.id, quantity }];
const report = async (path: string): Promise<Json> => on.data(await on.get(`/retail/reports/${path}`, token));
const pointsOf = async (id: string): Promise<number> =>
  on.data(await on.get(`/retail/customers/${id}`, token)).loyalty_points;

it('gives everything back: stock, points and money; it counts in no report, and keeps its number', async () => {
  await configureRetail(shop, { enable_loyalty_program: true, loyalty_points_per_ringgit: 1 });
  const customer = await newCustomer(shop, { loyalty_points: 5 });
  const sale = await sell(shop, items(2), { payment_method: 'cash', customer_id: customer.id });
  expect([await stockOf(shop, product.id), await pointsOf(customer.id)]).toEqual([8, 25]);
  const answer = await makeVoid(sale.id);
  expect(answer.status).toBe(200);
  expect(on.data(answer)).toMatchObject({
    invoice_number: sale.invoice_number,
    status: 'cancelled',
    status_reason: 'Rung up twice',
    payment_status: 'refunded',
    refunded_total: 20.06,
    voided_at: expect.stringMatching(/Z$/),
    refunds: [{ amount: 20.06, is_void: true, notes: 'Rung up twice' }],
  });
  expect([await stockOf(shop, product.id), await pointsOf(customer.id)]).toEqual([10, 5]);
  expect(await ledgerOf(shop, product.id)).toEqual([
    ['opening', 10, 10],
    ['sale', -2, 8],
    ['refund', 2, 10],
  ]);
  expect((await report('sales')).totals).toMatchObject({ sales_count: 0, total: 0 });
  expect((await report('daily-closing')).rows).toMatchObject([
    {
      sales_count: 1,
      sales: 20.06,
      refunds: 0,
      voids_count: 1,
      voided: 20.06,
      cancelled: 0,
      net: 0,
      takings: 0,
      rounding: 0,
      expected_cash: 0,
    },
  ]);
});

it('once: again, refunded and with another status it is 409', async () => {
  const { id } = await sell(shop, items(1));
  expect((await makeVoid(id)).status).toBe(200);
  expectRefusal(on, await makeVoid(id), 409, 'CONFLICT');
  expectRefusal(on, await giveBack(shop, id), 409, 'CONFLICT');
  expectRefusal(on, await on.put(`/retail/sales/${id}/status`, { status: 'completed' }, token), 409, 'CONFLICT');
  const { id: other } = await sell(shop, items(1));
  await giveBack(shop, other);
  expectRefusal(on, await makeVoid(other), 409, 'CONFLICT');
  expect(await stockOf(shop, product.id)).toBe(10);
});

it('is for administrators and managers, and takes a reason', async () => {
  const { id } = await sell(shop, items(1));
  const [staff, manager] = await Promise.all([newUser(shop, 'staff'), newUser(shop, 'manager')]);
  expect((await makeVoid(id, staff.token)).status).toBe(403);
  expectInvalid(on, await on.post(`/retail/sales/${id}/void`, {}, token), 'reason');
  expectInvalid(on, await makeVoid(id, token, ' '), 'reason');
  expect((await makeVoid(id, manager.token)).status).toBe(200);
});

it('gives back only what is left, by the ways in which it was paid', async () => {
  const customer = await newCustomer(shop);
  const sale = await sell(shop, items(4), {
    payments: [
      { method: 'card', amount: 20 },
      { method: 'cash', amount: 10.02 },
    ],
    on_account: true,
    customer_id: customer.id,
  });
  await giveBack(shop, sale.id, { items: items(1) });
  expect(on.data(await makeVoid(sale.id))).toMatchObject({
    outstanding_amount: 0,
    refunded_total: 40.12,
    status: 'cancelled',
  });
  const { rows, totals } = await report('daily-closing');
  expect(
    rows.map((row: Json) => [row.payment_method, row.sales, row.refunds, row.voided, row.net, row.rounding]),
  ).toEqual([
    ['card', 20, 0, 20, 0, 0],
    ['cash', 10.02, 0, 10.02, 0, 0],
    ['on_account', 10.1, 10.03, 0.07, 0, 0],
  ]);
  expect(totals).toMatchObject({ refunds_count: 1, voids_count: 1, takings: 0, expected_cash: 0 });
});

it('of a sale that its status took out already changes nothing but the money', async () => {
  const { id } = await sell(shop, items(3), { payment_method: 'cash' });
  await on.put(`/retail/sales/${id}/status`, { status: 'cancelled' }, token);
  expect((await makeVoid(id)).status).toBe(200);
  expect((await report('daily-closing')).totals).toMatchObject({
    sales: 30.09,
    cancelled: 0,
    voided: 30.09,
    net: 0,
    expected_cash: 0,
  });
  expect(await stockOf(shop, product.id)).toBe(10);
});

it('a refund works in every status, up to what is left', async () => {
  for (const status of ['pending', 'cancelled', 'refunded', 'completed']) {
    const { id } = await sell(shop, items(2), { payment_method: 'card' });
    await on.put(`/retail/sales/${id}/status`, { status }, token);
    expect((await giveBack(shop, id, { items: items(1) })).status).toBe(200);
    expect((await giveBack(shop, id)).status).toBe(200);
    expect((await giveBack(shop, id)).status).toBe(409);
  }
  expect(await stockOf(shop, product.id)).toBe(10);
  expect((await report('daily-closing')).totals).toMatchObject({
    sales: 80.24,
    refunds: 80.24,
    cancelled: 0,
    net: 0,
    takings: 0,
  });
});

it('20 voids next to 20 refunds: one outcome, and the ledgers add up', async () => {
  for (const payment of [
    { payment_method: 'cash' },
    {
      payments: [
        { method: 'card', amount: 10.03 },
        { method: 'cash', amount: 10.03 },
      ],
    },
  ]) {
    const { id } = await sell(shop, items(2), payment);
    const answers = await atOnce(40, (i) => (i % 2 ? makeVoid(id) : giveBack(shop, id, { items: items(1) })));
    expect(withStatus(answers, 500, 503)).toEqual([]);
    const sale = await readSale(shop, id);
    const refunds: Json[] = sale.refunds;
    expect(refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(2006);
    expect(sale.refunded_total).toBe(20.06);
    expect(refunds.filter(({ is_void }) => is_void).length).toBe(sale.voided_at === null ? 0 : 1);
    expect(withStatus(answers, 200)).toHaveLength(refunds.length);
    expect(withStatus(answers, 409)).toHaveLength(40 - refunds.length);
    expect(await stockOf(shop, product.id)).toBe(10);
  }
  expect((await report('daily-closing')).totals).toMatchObject({ sales: 40.12, net: 0, takings: 0, expected_cash: 0 });
  const moved = (await ledgerOf(shop, product.id)).reduce((sum, [, quantity]) => sum + quantity, 0);
  expect(moved).toBe(10);
});
