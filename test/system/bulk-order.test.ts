import pg from 'pg';
import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** requests that make the same records in opposite orders wait for each other once, and never in a circle. */

jest.setTimeout(120_000);

const ITEMS = 20;

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const skuOf = (n: number): string => `B-${String(n).padStart(3, '0')}`;

async function write(items: Json[]): Promise<Json[]> {
  const answer = await at(service).post('/api/v1/retail/products/bulk/', { items }, tenant.admin.token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** Transactions that a deadlock ended, and that were tried again. */
async function deadlocks(): Promise<number> {
  const { text } = await at(service).get('/metrics');
  const found = /^database_transactions_retried_total\{reason="deadlock"\} (\d+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error('No metric tells of deadlocks');
  return Number(found);
}

/** A transaction that has made a product of a SKU: others that make it wait. */
async function holdSku(sku: string): Promise<pg.Client> {
  const [{ id } = { id: '' }] = await write([{ sku: 'B-A', name: 'Kopi', selling_price: 1 }]);
  const [{ names } = { names: '' }] = await sql<{ names: string }>(
    database.ownerUrl,
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_schema = 'retail' and table_name = 'products' and is_generated = 'NEVER'`,
  );
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into retail.products (${names}) select ${names} from jsonb_populate_record(null::retail.products,
       (select to_jsonb(p) || jsonb_build_object('id', gen_random_uuid(), 'sku', $2::text) from retail.products p where p.id = $1))`,
    [id, sku],
  );
  return client;
}

it('A-499: two lists of the same new products, one of them backwards, are made once, without a deadlock', async () => {
  const holder = await holdSku(skuOf(ITEMS / 2));
  const before = await deadlocks();
  const items = Array.from({ length: ITEMS }, (_, n) => ({ sku: skuOf(n), name: 'Kopi', selling_price: 1 }));
  const written = Promise.all([write(items), write(items.toReversed())]);
  // One waits for the product in the middle, the other for it or for the first.
  await eventually('both wait', async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await sql(database.ownerUrl, waiting)).length === 2;
  });
  await holder.query('rollback');
  await holder.end();
  const all = (await written).flat();
  expect(all.filter(({ result }) => result === 'created')).toHaveLength(ITEMS);
  expect(await deadlocks()).toBe(before);
});
