import type { Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import {
  configureRetail,
  ledgerOf,
  malaysianDay,
  movementsOf,
  newCustomer,
  newProduct,
  readSale,
  sell,
  stockOf,
  trySell,
} from '../../support/retail.js';

/** Sales that were made before they were recorded. */

const DAY_MS = 86_400_000;

let tenant: TestTenant;
let token: string;
let product_id: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  ({ id: product_id } = await newProduct(tenant, { current_stock: 50, category: 'Minuman' }));
});

const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const one = (quantity = 1) => [{ product_id, quantity }];
const rowsOf = async (path: string): Promise<Json[]> => {
  const answer = await on.get(path, token);
  expect([path, answer.status]).toEqual([path, 200]);
  return on.data(answer).rows ?? on.data(answer);
};

describe('A-510: a sale with sold_at', () => {
  it('made yesterday is found and counted yesterday, on lists, reports, payments and the closing, and not today', async () => {
    const { id: customer_id } = await newCustomer(tenant);
    const sale = await sell(tenant, one(), { sold_at: ago(1), payment_method: 'cash', customer_id });
    await sell(tenant, one(2), { payment_method: 'cash' });
    expect(sale.sold_at < sale.created_at).toBe(true);
    expect(sale.payments[0].paid_at).toBe(sale.sold_at);
    const [yesterday, today] = [malaysianDay(-1), malaysianDay()];
    const on1 = `date_from=${yesterday}&date_to=${yesterday}`;
    const on2 = `date_from=${today}&date_to=${today}`;
    expect((await rowsOf(`/retail/sales?${on1}`)).map(({ id }) => id)).toEqual([sale.id]);
    expect((await rowsOf(`/retail/sales?${on2}`)).map(({ id }) => id)).not.toContain(sale.id);
    expect(await rowsOf(`/retail/customers/${customer_id}/purchase-history?${on1}`)).toHaveLength(1);
    for (const group_by of ['day', 'category', 'product'])
      expect([group_by, (await rowsOf(`/retail/reports/sales?group_by=${group_by}&${on1}`)).map(totals)]).toEqual([
        group_by,
        [[1, 10.6]],
      ]);
    expect((await rowsOf(`/retail/reports/sales?group_by=day&${on2}`)).map(totals)).toEqual([[1, 21.2]]);
    expect((await rowsOf(`/retail/payments?${on1}`)).map(({ record_id }) => record_id)).toEqual([sale.id]);
    for (const group_by of ['day', 'cashier', 'payment_method']) {
      const [late, ...more] = await rowsOf(`/retail/reports/daily-closing?date=${yesterday}&group_by=${group_by}`);
      expect([group_by, late, more]).toEqual([
        group_by,
        expect.objectContaining({ sales_count: 1, sales: 10.6, late_sales: 1, late_amount: 10.6 }),
        [],
      ]);
    }
    const [now] = await rowsOf(`/retail/reports/daily-closing?date=${today}&group_by=day`);
    expect(now).toMatchObject({ sales_count: 1, sales: 21.2, late_sales: 0, late_amount: 0 });
  });

  it('of several payments and on account is in the closing of its day, too, and as late', async () => {
    const { id: customer_id } = await newCustomer(tenant);
    const payments = [
      { method: 'cash', amount: 10 },
      { method: 'card', amount: 20 },
    ];
    await sell(tenant, one(10), { sold_at: ago(2), payments, on_account: true, customer_id });
    const [row] = await rowsOf(`/retail/reports/daily-closing?date=${malaysianDay(-2)}&group_by=day`);
    expect(row).toMatchObject({ sales_count: 1, sales: 106, takings: 30, late_sales: 1, late_amount: 106 });
    expect(await rowsOf(`/retail/reports/daily-closing?date=${malaysianDay()}&group_by=day`)).toEqual([]);
    const [owed] = await rowsOf('/retail/reports/receivables');
    expect(owed?.oldest).toBe(malaysianDay(-2));
  });

  it('is now where it is up to 5 minutes ahead or absent, and refused beyond, or too long ago', async () => {
    const soon = await sell(tenant, one(), { sold_at: new Date(Date.now() + 240_000).toISOString() });
    expect(soon.sold_at).toBe(soon.created_at);
    const usual = await sell(tenant, one());
    expect(usual.sold_at).toBe(usual.created_at);
    for (const sold_at of [ago(-1), ago(31.1), 'yesterday', '2026-02-30', 5])
      expectInvalid(on, await trySell(tenant, one(), { sold_at }), 'sold_at');
    expect((await trySell(tenant, one(), { sold_at: ago(30.9) })).status).toBe(201);
    expect(await stockOf(tenant, product_id)).toBe(47);
  });

  it('may be as long ago as the configuration says', async () => {
    await configureRetail(tenant, { offline_sale_days: 2 });
    expectInvalid(on, await trySell(tenant, one(), { sold_at: ago(2.1) }), 'sold_at');
    expect((await trySell(tenant, one(), { sold_at: ago(1.9) })).status).toBe(201);
  });

  it('is answered again by its reference after the days have passed, in any case', async () => {
    const body = { sold_at: ago(3), client_reference: unique('TILL') };
    const { id } = await sell(tenant, one(), body);
    await configureRetail(tenant, { offline_sale_days: 1 });
    const again = await trySell(tenant, one(), body);
    expect([again.status, on.data(again).id]).toEqual([200, id]);
  });
});

describe('A-510: an offline sale', () => {
  const offline = (more: Record<string, unknown> = {}) => ({
    offline: true,
    sold_at: ago(0.5),
    client_reference: unique('TILL'),
    ...more,
  });

  it('of three where one is left is recorded: the stock is 0, and the movement says what was short', async () => {
    const { id } = await newProduct(tenant, { current_stock: 1 });
    const answer = await trySell(tenant, [{ product_id: id, quantity: 3 }], offline());
    expect([answer.status, on.data(answer).warnings.includes('stock_short')]).toEqual([201, true]);
    expect(await stockOf(tenant, id)).toBe(0);
    expect(await ledgerOf(tenant, id)).toEqual([
      ['opening', 1, 1],
      ['sale', -1, 0],
    ]);
    expect((await movementsOf(tenant, id)).map(({ shortage }) => shortage)).toEqual([2, 0]);
    const more = await trySell(tenant, [{ product_id: id, quantity: 4 }], offline());
    expect(more.status).toBe(201);
    expect((await movementsOf(tenant, id)).map(({ shortage, balance }) => [shortage, balance])).toEqual([
      [4, 0],
      [2, 0],
      [0, 1],
    ]);
    expect(on.data(more).items[0].quantity).toBe(4);
  });

  it('says nothing of stock that is there, and is refused without offline', async () => {
    expect(on.data(await trySell(tenant, one(), offline())).warnings).not.toContain('stock_short');
    const { id } = await newProduct(tenant, { current_stock: 1 });
    const short = [{ product_id: id, quantity: 2 }];
    expectInvalid(on, await trySell(tenant, short, offline({ offline: false })), 'items.0.quantity');
    expect(await stockOf(tenant, id)).toBe(1);
  });

  it('sells inactive products, and no deleted ones', async () => {
    await on.put(`/retail/products/${product_id}`, { is_active: false }, token);
    expectInvalid(on, await trySell(tenant, one()), 'items.0.product_id');
    const made = await trySell(tenant, one(), offline());
    expect(made.status).toBe(201);
    expect(await readSale(tenant, on.data(made).id)).toMatchObject({ status: 'completed' });
    await on.send('DELETE', `/retail/products/${product_id}`, { token });
    expectInvalid(on, await trySell(tenant, one(), offline()), 'items.0.product_id');
  });

  it('needs its time and its reference', async () => {
    expectInvalid(on, await trySell(tenant, one(), offline({ sold_at: null })), 'sold_at');
    expectInvalid(on, await trySell(tenant, one(), offline({ client_reference: undefined })), 'client_reference');
    expect(await stockOf(tenant, product_id)).toBe(50);
  });
});

const totals = ({ sales_count, total }: Json): [number, number] => [sales_count, total];
