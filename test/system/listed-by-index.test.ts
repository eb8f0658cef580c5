import type { INestApplicationContext } from '@nestjs/common';
import { ProductRepository, SaleRepository, StockAlerts, alertTypes } from '@usaha/retail';
import { AuditTrail, type AuditQuery, type Context, type Database } from '@usaha/shared';
import pg from 'pg';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { faultsOf, plansOf, type PlanNode } from '../support/plans.js';
import { clonedDatabase, dropDatabases, plantTenant } from '../support/system-database.js';
import { eventually } from '../support/system-service.js';

/** Lists that grow without bound find their rows by an index, which row level security lets them use. */

jest.setTimeout(120_000);

const ROWS = 20_000;
const first = { page: 1, size: 20 };

/** $1 the tenant: changes of ten kinds of records by a hundred people, one a minute. */
const trail = `
  insert into kernel.audit_entries (tenant_id, id, at, actor_id, action, record_type, record_id, changes)
  select $1, uuidv7(age), now() + age, ('00000000-0000-7000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid,
         (array['create', 'update', 'update', 'delete'])[1 + n % 4], 'kind ' || n % 10, gen_random_uuid(), '{}'
  from generate_series(1, ${ROWS}) n, lateral (select (n - ${ROWS}) * interval '1 minute' as age) a`;

/** $1 the tenant: every tenth product has run low, every hundredth is overstocked or expires. */
const products = `
  insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, category, current_stock, stock_tracked,
    distributed, minimum_stock, maximum_stock, selling_price, tax_rate, status, attributes, expires_on)
  select $1, uuidv7(n * interval '-1 second'), now(), now(), 'SKU-' || n, 'Kopi ' || n, 'Minuman',
         case when n % 10 = 0 then 2 when n % 100 = 1 then 900 else 50 end, true, 0, 10, 100, 5, 0,
         case when n % 7 = 0 then 'inactive' else 'active' end, '{}',
         case when n % 100 = 2 then to_char(now() + n % 60 * interval '1 day', 'YYYY-MM-DD') end
  from generate_series(1, ${ROWS}) n`;

/** $1 the tenant: a sale of its first product a minute. */
const sales = `
  with sold as (
    insert into retail.sales (tenant_id, id, created_at, updated_at, sold_at, invoice_number, payment_method, payment_status, subtotal,
      discount_amount, tax_amount, total, refunded_total, refunds_made, points_earned, points_returned, status, status_history,
      payments_kept, on_account, outstanding_amount)
    select $1, uuidv7(age), now() + age, now() + age, now() + age, 'INV-' || n, 'cash', 'completed', 9, 0, 0, 9, 0, 0, 0, 0, 'completed',
           '[]', false, false, 0
    from generate_series(1, ${ROWS}) n, lateral (select n * interval '-1 minute' as age) a
    returning tenant_id, id, created_at
  )
  insert into retail.sale_lines (tenant_id, sale_id, line, created_at, counted, opens_category, opens_product, product_id, product_name,
    sku, stock_tracked, quantity, unit_price, discount_rate, tax_rate, gross, subtotal, tax_amount, total, refunded_quantity,
    refunded_subtotal, refunded_tax, refunded_total)
  select s.tenant_id, s.id, 1, s.created_at, true, true, true, p.id, 'Kopi', 'SKU-1', true, 1, 9, 0, 0, 9, 9, 0, 9, 0, 0, 0, 0
  from sold s, (select r.id from retail.products r where r.tenant_id = $1 limit 1) p`;

let owner: pg.Client;
let database: Database;
let contexts: INestApplicationContext;
let tenant_id: string;
beforeAll(async () => {
  // A separate database: rows without a history belong to no ledger that other tests look through.
  const { ownerUrl } = await clonedDatabase();
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  database = await openDatabase(ownerUrl);
  contexts = await openContexts(database);
  tenant_id = await plantTenant(ownerUrl);
  // As many of another tenant: an index that begins with the tenant is of use.
  for (const id of [tenant_id, await plantTenant(ownerUrl)]) {
    await owner.query(trail, [id]);
    await owner.query(products, [id]);
    await owner.query(sales, [id]);
  }
  // While another transaction is older than the rows, PostgreSQL looks at each to see whether it is there for everybody.
  await eventually('indexes alone tell of every row', async () => {
    await owner.query(
      'vacuum (analyze, index_cleanup on) kernel.audit_entries, retail.products, retail.sales, retail.sale_lines',
    );
    const { rows } = await owner.query<{ all: boolean }>(
      `select bool_and(relallvisible = relpages) as all from pg_class
       where oid in ('kernel.audit_entries'::regclass, 'retail.products'::regclass)`,
    );
    return rows[0]?.all;
  });
});
afterAll(async () => {
  await contexts.close();
  await database.end();
  await owner.end();
  await dropDatabases();
});

const usedBy = async (schema: string, done: (ctx: Context) => Promise<unknown>): Promise<PlanNode[]> => {
  const nodes = await plansOf(database, tenant_id, schema, done);
  expect(faultsOf(nodes)).toEqual({ passed: [], unbound: [] });
  return nodes.filter((node) => node['Index Name'] !== undefined);
};
const namesOf = (nodes: readonly PlanNode[]) => [...new Set(nodes.map((node) => node['Index Name']))];

describe('the audit trail', () => {
  const actor_id = '00000000-0000-7000-8000-000000000007';
  const [day, month] = ['2026-03-10', '2026-03-31'];
  it.each<[string, AuditQuery]>([
    ['audit_entries_pkey', {}],
    ['audit_entries_record', { record_type: 'kind 3', record_id: actor_id }],
    ['audit_entries_record', { record_id: actor_id }],
    ['audit_entries_actor', { actor_id }],
    ['audit_entries_pkey', { date_from: day, date_to: month }],
    ['audit_entries_pkey', { date_from: day, date_to: day, action: 'delete' }],
  ])('is read by %s for %j', async (index, query) => {
    expect(namesOf(await usedBy('kernel', (ctx) => contexts.get(AuditTrail).list(ctx, query, first)))).toEqual([index]);
  });

  it.each<AuditQuery>([{ record_type: 'kind 3' }, { action: 'delete' }])(
    'is read by an index for %j',
    async (query) => {
      const nodes = await usedBy('kernel', (ctx) => contexts.get(AuditTrail).list(ctx, query, first));
      expect(nodes.length).toBeGreaterThan(0);
    },
  );
});

describe('stock alerts (A-161)', () => {
  const alerts = () => contexts.get(StockAlerts);

  it.each([undefined, ...alertTypes])(
    'of %s are found and counted in indexes alone, and those of the page are read',
    async (type) => {
      const nodes = await usedBy('retail', (ctx) => alerts().list(ctx, { type }, first));
      const read = nodes.filter((node) => node['Node Type'] !== 'Index Only Scan');
      expect(namesOf(read)).toEqual(['products_pkey']);
    },
  );

  it('are as many, and in the same order, however they are asked for', async () => {
    await database.work({ tenant_id, actor: null, now: new Date() }, async (ctx) => {
      const all = await alerts().list(ctx, {}, { page: 1, size: 5_000 });
      expect(all.rows).toHaveLength(all.total);
      for (const page of [1, 2, 20]) {
        const some = await alerts().list(ctx, {}, { page, size: 50 });
        expect([some.rows, some.total]).toEqual([all.rows.slice((page - 1) * 50, page * 50), all.total]);
      }
      for (const type of alertTypes) {
        const some = await alerts().list(ctx, { type, severity: 'high' }, { page: 1, size: 5_000 });
        const expected = all.rows.filter((alert) => alert.type === type && alert.severity === 'high');
        expect([some.rows, some.total]).toEqual([expected, expected.length]);
      }
    });
  });
});

it('a search with another filter looks its ids up, and reads no other product', async () => {
  const products = contexts.get(ProductRepository);
  const query = { search: 'kopi 77', category: 'Minuman', is_active: true };
  const nodes = await usedBy('retail', (ctx) => products.list(ctx, query, first));
  for (const node of nodes) expect(node['Index Cond']).toMatch(/id = /);
});

describe('changes since an instant (A-505)', () => {
  it.each([
    ['of the last minutes', () => new Date(Date.now() - 5 * 60_000)],
    ['of all times', () => new Date(0)],
  ])('%s are read by their instants, and no further than the page', async (_which, updated_since) => {
    const page = { ...first, updated_since: updated_since(), cursor: { after: null, asked: '' } };
    const nodes = await usedBy('retail', (ctx) => contexts.get(SaleRepository).list(ctx, {}, page));
    expect(namesOf(nodes)).toEqual(['sales_updated', 'sale_lines_pkey']);
  });

  it('have no index where a sale or a message of a vehicle changes a row: its update stays HOT', async () => {
    const { rows } = await owner.query<{ path: string }>(
      `select distinct i.indrelid::regclass::text as path from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where a.attname = 'updated_at'`,
    );
    const indexed = rows.map(({ path }) => path);
    expect(indexed).toContain('retail.sales');
    const counted = [
      'retail.products',
      'retail.customers',
      'beauty.products',
      'education.classes',
      'logistics.vehicles',
    ];
    expect(counted.filter((path) => indexed.includes(path))).toEqual([]);
  });
});
