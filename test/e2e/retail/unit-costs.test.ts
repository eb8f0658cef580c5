import { baseUrl, call, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { textsOfPdf } from '../../support/pdf-text.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { giveBack, newCustomer, newProduct, readSale, sell, stockOf, trySell } from '../../support/retail.js';

/** what the goods of a sale cost. */

const COST = 17.31;

let shop: TestTenant;
let token: string;
beforeEach(async () => {
  shop = await newTenant();
  ({ token } = shop.admin);
});

const costsOf = (sale: Json): (number | null)[] => sale.items.map(({ unit_cost }: Json) => unit_cost);
const report = async (query = '', by = token): Promise<{ rows: Json[]; totals: Json }> => {
  const answer = await call('GET', `/api/v1/retail/reports/sales/?${query}`, { token: by });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const figures = ({ subtotal, cost, gross_profit, uncosted }: Json) => [subtotal, cost, gross_profit, uncosted];

it('is the purchase price of the sale, on both surfaces, regardless of later costs of the product', async () => {
  const [product, other, customer] = [
    await newProduct(shop, { purchase_price: COST, selling_price: 50 }),
    await newProduct(shop),
    await newCustomer(shop),
  ];
  const sale = await sell(shop, [
    { product_id: product.id, quantity: 2 },
    { product_id: other.id, quantity: 1 },
  ]);
  expect(costsOf(sale)).toEqual([COST, null]);
  const items = [{ product_id: product.id, quantity: 1 }];
  const sold = await contractSurface.post('/retail/sales', { customer_id: customer.id, items }, token);
  expect([sold.status, Object.keys(sold.body)]).toEqual([201, expect.not.arrayContaining(['items'])]);
  await on.put(`/retail/products/${product.id}`, { purchase_price: 20 }, token);
  await on.put(`/retail/products/${other.id}`, { purchase_price: 1 }, token);
  expect(costsOf(await readSale(shop, sale.id))).toEqual([COST, null]);
  expect(costsOf(await readSale(shop, sold.body.id))).toEqual([COST]);
  const history = on.data(await on.get(`/retail/customers/${customer.id}/purchase-history`, token));
  expect(costsOf(history[0])).toEqual([COST]);
  expect(costsOf(on.data(await giveBack(shop, sale.id, { items })))).toEqual([COST, null]);
  expect(costsOf(await sell(shop, items))).toEqual([20]);
});

it('is shown to administrators and managers, and stands on no receipt', async () => {
  const product = await newProduct(shop, { purchase_price: COST, selling_price: 50 });
  const { id } = await sell(shop, [{ product_id: product.id, quantity: 1 }]);
  const seen = async (by: string): Promise<(number | null)[][]> => {
    const [one, all] = [await on.get(`/retail/sales/${id}`, by), await on.get('/retail/sales', by)];
    return [costsOf(on.data(one)), costsOf(on.data(all)[0])];
  };
  const [manager, staff, viewer] = [
    await newUser(shop, 'manager'),
    await newUser(shop, 'staff'),
    await newUser(shop, 'user'),
  ];
  for (const { token: by } of [shop.admin, manager]) expect(await seen(by)).toEqual([[COST], [COST]]);
  for (const { token: by } of [staff, viewer]) expect(await seen(by)).toEqual([[null], [null]]);
  for (const { token: by } of [staff, viewer]) {
    const { rows, totals } = await report('', by);
    for (const row of [...rows, totals])
      expect([row.total, row.cost, row.gross_profit, row.uncosted]).toEqual([53, null, null, null]);
    const csv = await call('GET', '/api/v1/retail/reports/sales/?format=csv', { token: by });
    expect(csv.text).not.toMatch(/cost|profit/);
  }
  const made = on.data(
    await on.post('/retail/sales', { items: [{ product_id: product.id, quantity: 1 }] }, staff.token),
  );
  expect(costsOf(made)).toEqual([null]);
  // The tag of the masked view is one that its reader may change the sale by.
  const tag = (await on.get(`/retail/sales/${id}`, staff.token)).headers.get('etag') as string;
  expect(tag).not.toBe((await on.get(`/retail/sales/${id}`, token)).headers.get('etag'));
  const path = `/api/v1/retail/sales/${id}/status/`;
  const change = { body: { status: 'completed' }, token: staff.token, headers: { 'if-match': tag } };
  expect((await call('PUT', path, change)).status).toBe(200);
  expect((await call('PUT', path, change)).status).toBe(412);
  const pdf = await fetch(`${baseUrl()}/api/v1/retail/sales/${id}/receipt/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const texts = textsOfPdf(Buffer.from(await pdf.arrayBuffer()));
  expect(texts.filter((text) => text.includes('53.00'))).not.toEqual([]);
  expect(texts.filter((text) => text.includes(String(COST)))).toEqual([]);
});

it('is added up in the report of sales, net of refunds; what is unknown stays so', async () => {
  const [dear, unknown] = [
    await newProduct(shop, { purchase_price: COST, selling_price: 50, category: 'Tea' }),
    await newProduct(shop, { selling_price: 9.99, category: ' tea' }),
  ];
  expect(figures((await report()).totals)).toEqual([0, 0, 0, 0]);
  await sell(shop, [{ product_id: unknown.id, quantity: 1 }]);
  const before = await report();
  for (const row of [...before.rows, before.totals]) expect(figures(row)).toEqual([9.99, null, null, 9.99]);
  const { id } = await sell(shop, [
    { product_id: dear.id, quantity: 3, discount_rate: 10 },
    { product_id: unknown.id, quantity: 2 },
  ]);
  await giveBack(shop, id, {
    items: [
      { product_id: dear.id, quantity: 1 },
      { product_id: unknown.id, quantity: 1 },
    ],
  });
  const free = await newProduct(shop, { purchase_price: 0, selling_price: 5 });
  await sell(shop, [{ product_id: free.id, quantity: 1 }]);
  const cancelled = await sell(shop, [{ product_id: dear.id, quantity: 1 }]);
  await on.put(`/retail/sales/${cancelled.id}/status`, { status: 'cancelled' }, token);
  for (const group_by of ['day', 'week', 'month', 'category', 'product'])
    expect(figures((await report(`group_by=${group_by}`)).totals)).toEqual([114.98, 34.62, 60.38, 19.98]);
  const { rows } = await report('group_by=product');
  expect(rows.map((row) => [row.group, ...figures(row)])).toEqual([
    [dear.id, 90, 34.62, 55.38, 0],
    [unknown.id, 19.98, null, null, 19.98],
    [free.id, 5, 0, 5, 0],
  ]);
  expect((await report('group_by=category')).rows.map((row) => [row.label, ...figures(row)])).toEqual([
    ['tea', 109.98, 34.62, 55.38, 19.98],
    ['uncategorised', 5, 0, 5, 0],
  ]);
});

it('of a line that comes to too much is refused, and nothing is sold', async () => {
  const product = await newProduct(shop, { purchase_price: 999_999_999_999.99, selling_price: 1, current_stock: 5 });
  expectInvalid(on, await trySell(shop, [{ product_id: product.id, quantity: 2 }]), 'items.0.quantity');
  expect(await stockOf(shop, product.id)).toBe(5);
  await sell(shop, [{ product_id: product.id, quantity: 1 }]);
  expect((await report()).totals.cost).toBe(999_999_999_999.99);
});
