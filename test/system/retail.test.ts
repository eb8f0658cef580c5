import { awaitEvents } from '../support/awaited-events.js';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Json } from '../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface as on, type Surface } from '../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../support/people.js';
import {
  atOnce,
  configureRetail,
  giveBack,
  movementsOf,
  newCustomer,
  newProduct,
  sell,
  stockOf,
  trySell,
} from '../support/retail.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** The rows that retail writes in addition to what it shows, and the ones that the database refuses to show. */

const owner = (): string => workerState().ownerUrl as string;

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  await awaitEvents(tenant.id, ['retail.stock_fell_to_minimum']);
  ({ token } = tenant.admin);
});

const one = (product_id: string, quantity = 1) => [{ product_id, quantity }];

describe('a stock that falls to its minimum', () => {
  const announced = async (): Promise<Json[]> => {
    const rows = await sql<{ payload: Json }>(
      owner(),
      `select payload from kernel.outbox where tenant_id = $1 and name = 'retail.stock_fell_to_minimum' order by at, id`,
      [tenant.id],
    );
    return rows.map(({ payload }) => payload);
  };

  it('is announced once, with what is left, where the tenant wants to hear of it', async () => {
    await configureRetail(tenant, { enable_inventory_alerts: true });
    const { id: product_id, sku } = await newProduct(tenant, { current_stock: 7, minimum_stock: 5 });
    const of = (current_stock: number) => ({ product_id, sku, current_stock, minimum_stock: 5 });
    await sell(tenant, one(product_id));
    expect(await announced()).toEqual([]);
    await sell(tenant, one(product_id));
    expect(await announced()).toEqual([of(5)]);
    await sell(tenant, one(product_id));
    expect(await announced()).toEqual([of(5)]);
    await on.post(`/retail/products/${product_id}/update-stock`, { quantity: 10 }, token);
    await on.post('/retail/inventory/adjust', { product_id, quantity: -14 }, token);
    expect(await announced()).toEqual([of(5), of(0)]);
  });

  it('is announced for every cause: an update, a correction, a sale of the contract surface', async () => {
    await configureRetail(tenant, { enable_inventory_alerts: true });
    const products = await atOnce(3, () => newProduct(tenant, { current_stock: 6, minimum_stock: 5 }));
    const [a, b, c] = products.map(({ id }) => id as string) as [string, string, string];
    await on.post(`/retail/products/${a}/update-stock`, { operation: 'set', quantity: 1 }, token);
    await on.put(`/retail/products/${b}`, { current_stock: 2 }, token);
    await contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items: one(c) }, token);
    expect((await announced()).map(({ product_id, current_stock }) => [product_id, current_stock])).toEqual([
      [a, 1],
      [b, 2],
      [c, 5],
    ]);
  });

  it.each([
    ['the flag is not set', {}, { current_stock: 6, minimum_stock: 5 }],
    ['the flag is false', { enable_inventory_alerts: false }, { current_stock: 6, minimum_stock: 5 }],
    ['the stock is not tracked', { enable_inventory_alerts: true }, { minimum_stock: 5 }],
    ['it stays above', { enable_inventory_alerts: true }, { current_stock: 6, minimum_stock: 4 }],
  ])('is not announced where %s', async (_, settings, product) => {
    await configureRetail(tenant, settings);
    await sell(tenant, one((await newProduct(tenant, product)).id));
    expect(await announced()).toEqual([]);
  });

  it('is not announced by a sale that was refused', async () => {
    await configureRetail(tenant, { enable_inventory_alerts: true });
    const { id } = await newProduct(tenant, { current_stock: 6, minimum_stock: 5 });
    const other = await newProduct(tenant, { current_stock: 0 });
    expect((await trySell(tenant, [...one(id, 3), ...one(other.id)])).status).toBe(400);
    expect(await announced()).toEqual([]);
  });
});

it('A-95: points earned and taken back stand in the ledger, with their sale', async () => {
  await configureRetail(tenant, { enable_loyalty_program: true, loyalty_points_per_ringgit: 100 });
  const { id: customer_id } = await newCustomer(tenant);
  const { id: product_id } = await newProduct(tenant);
  const sale = await sell(tenant, one(product_id, 2), { customer_id });
  await giveBack(tenant, sale.id, { items: one(product_id) });
  await giveBack(tenant, sale.id);
  const rows = await sql(
    owner(),
    `select kind, points_changed, balance, loyalty_tier, sale_id, actor_id from retail.points_movements
     where tenant_id = $1 and customer_id = $2 order by position`,
    [tenant.id, customer_id],
  );
  const by = { sale_id: sale.id, actor_id: tenant.admin.id };
  expect(rows).toEqual([
    { kind: 'earned', points_changed: 2_000, balance: 2_000, loyalty_tier: 'silver', ...by },
    { kind: 'returned', points_changed: -1_000, balance: 1_000, loyalty_tier: 'silver', ...by },
    { kind: 'returned', points_changed: -1_000, balance: 0, loyalty_tier: 'bronze', ...by },
  ]);
  const [kept] = await sql(
    owner(),
    'select points_earned, points_returned from retail.sales where tenant_id = $1 and id = $2',
    [tenant.id, sale.id],
  );
  expect(kept).toEqual({ points_earned: 2_000, points_returned: 2_000 });
});

describe('with an Idempotency-Key', () => {
  const send = (surface: Surface, path: string, body: unknown, key: string) =>
    surface.send('POST', path, { token, body, headers: { 'idempotency-key': key } });
  const sales = async (): Promise<number> => on.total(await on.get('/retail/sales', token));

  it('a sale is made once, on either surface, however often and at once it is sent', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    for (const surface of [on, contractSurface]) {
      const [before, key] = [await sales(), randomUUID()];
      const body = { customer_id: surface === on ? undefined : UNKNOWN_ID, items: one(id, 2) };
      const answers = await atOnce(8, () => send(surface, '/retail/sales', body, key));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await sales()).toBe(before + 1);
    }
    expect(await stockOf(tenant, id)).toBe(6);
    const rows = await sql(
      owner(),
      `select last from kernel.number_series where tenant_id = $1 and series = 'retail.invoice'`,
      [tenant.id],
    );
    expect(rows).toEqual([{ last: 2 }]);
  });

  it('a refund, a stock update and an adjustment are made once', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    const sale = await sell(tenant, one(id, 4));
    for (const [path, body] of [
      [`/retail/sales/${sale.id}/refund`, { items: one(id) }],
      [`/retail/products/${id}/update-stock`, { quantity: 5 }],
      ['/retail/inventory/adjust', { product_id: id, quantity: -2 }],
    ] as const) {
      const key = randomUUID();
      const [first, again] = [await send(on, path, body, key), await send(on, path, body, key)];
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
    expect(await stockOf(tenant, id)).toBe(10);
    expect(await movementsOf(tenant, id)).toHaveLength(5);
  });
});

describe('the numbers of documents', () => {
  it('go on after the last one of six digits', async () => {
    const { id } = await newProduct(tenant);
    await sell(tenant, one(id));
    await sql(owner(), 'update kernel.number_series set last = 999998 where tenant_id = $1', [tenant.id]);
    const numbers = [];
    for (let i = 0; i < 3; i += 1) numbers.push((await sell(tenant, one(id))).invoice_number.split('-')[2]);
    expect(numbers).toEqual(['999999', '1000000', '1000001']);
  });

  it('begin again every year', async () => {
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    await sql(owner(), `insert into kernel.number_series values ($1, 'retail.invoice', $2, 77)`, [tenant.id, year - 1]);
    const { id } = await newProduct(tenant);
    expect((await sell(tenant, one(id))).invoice_number).toBe(`INV-${year}-000001`);
  });
});

describe('the function that products are searched by', () => {
  /** What it answers within a transaction of the service's own role. */
  async function matching(of: string, inside: string | null): Promise<string[]> {
    const client = new pg.Client({ connectionString: workerState().databaseUrl as string });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('set local role usaha_app');
      if (inside) await client.query(`set local app.tenant_id = '${inside}'`);
      const { rows } = await client.query(`select retail.products_matching($1, '%') as id`, [of]);
      return rows.map(({ id }: { id: string }) => id);
    } finally {
      await client.end();
    }
  }

  it('answers for the tenant of the transaction, and for no other, though it runs as the owner', async () => {
    const other = await newTenant();
    const [mine, theirs] = [await newProduct(tenant), await newProduct(other)];
    expect(await matching(tenant.id, tenant.id)).toEqual([mine.id]);
    expect(await matching(other.id, other.id)).toEqual([theirs.id]);
    expect(await matching(other.id, tenant.id)).toEqual([]);
    expect(await matching(tenant.id, null)).toEqual([]);
  });

  it('may be called by no role but that of the service', async () => {
    const rows = await sql(
      owner(),
      `select p.proname, coalesce(array_to_string(p.proacl, ' '), 'everybody') as may from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'retail' and p.prosecdef`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { may } of rows) {
      expect(may).toMatch(/(^| )usaha_app=X/);
      expect(may).not.toMatch(/everybody|(^| )=X/);
    }
  });
});

it('A-167: every stock in the database is the sum of its movements, and no less than lies at its locations', async () => {
  const { id } = await newProduct(tenant, { current_stock: 10 });
  await on.post(
    '/retail/inventory/transfer',
    { product_id: id, quantity: 6, from_location: 'a', to_location: 'b' },
    token,
  );
  await atOnce(10, (i) =>
    i % 3 === 0 ? sell(tenant, one(id)) : on.put(`/retail/products/${id}`, { name: `${i}` }, token),
  );
  const wrong = await sql(
    owner(),
    `select p.id from retail.products p
     left join lateral (select coalesce(sum(m.quantity_changed), 0) as moved from retail.stock_movements m
       where m.tenant_id = p.tenant_id and m.product_id = p.id) m on true
     left join lateral (select coalesce(sum(l.quantity), 0) as lying from retail.stock_locations l
       where l.tenant_id = p.tenant_id and l.product_id = p.id) l on true
     where p.current_stock <> m.moved or p.distributed <> l.lying or l.lying > p.current_stock`,
  );
  expect(wrong).toEqual([]);
});
