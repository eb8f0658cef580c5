import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** exports of long lists: slow clients, clients that go away, memory. */

// The service starts, and tens of megabytes are sent.
jest.setTimeout(120_000);

const ROWS = 60_000;
const PATH = '/api/v1/exports/retail.products/';

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
  await sql(
    database.ownerUrl,
    `insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, current_stock, stock_tracked,
                                  distributed, minimum_stock, selling_price, tax_rate, status, attributes)
     select $1::uuid, ('0198f3a2-0001-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, now(), now(),
            'SKU-' || lpad(i::text, 6, '0'), repeat('Kopi O ', 60) || i, 10, true, 0, 5, 4.5, 6, 'active', '{}'
       from generate_series(1, ${ROWS}) i`,
    [tenant.id],
  );
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

/** Asks for the list, and reads nothing of it yet. */
async function begin(query = ''): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${tenant.admin.token}` };
  const sent = request(`${service.baseUrl}${PATH}${query}`, { headers, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}

/** What the trail says of the exports, the last first. */
async function trail(): Promise<Json[]> {
  const { body } = await at(service).get('/api/v1/audit/?action=export', tenant.admin.token);
  return body.data.map(({ changes }: Json) =>
    Object.fromEntries(Object.entries<Json>(changes).map(([name, { after }]) => [name, after])),
  );
}

const counted = async (outcome: string): Promise<number> => {
  const { text } = await at(service).get('/metrics');
  return Number(new RegExp(`^exports_total\\{kind="csv",outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

const inTransaction = () =>
  sql(
    database.ownerUrl,
    `select pid from pg_stat_activity where datname = current_database() and state like '%in transaction%' and query like '%retail.products%'`,
  );

/** Megabytes of the process. */
const memory = (): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1_000;

it('all rows come, each once, and memory does not grow with them', async () => {
  // A sixth of them brings the process to what any export takes.
  const warm = await begin('?search=SKU-00');
  await once(warm.resume(), 'end');
  const response = await begin();
  const before = memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memory())), 50);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  clearInterval(watch);
  const skus =
    Buffer.concat(chunks)
      .toString()
      .match(/SKU-\d{6}/g) ?? [];
  expect(new Set(skus).size).toBe(ROWS);
  expect(skus).toHaveLength(ROWS);
  expect(skus[0]).toBe(`SKU-${String(ROWS).padStart(6, '0')}`);
  expect(most - before).toBeLessThan(96);
  expect((await trail())[0]).toEqual({ resource: 'retail.products', format: 'csv', filters: [], rows: ROWS });
});

it('a client that takes nothing holds no transaction; one that goes away ends it, and is on the trail', async () => {
  const aborted = await counted('aborted');
  const response = await begin();
  await pause(500);
  for (let i = 0; i < 5; i += 1) {
    expect(await inTransaction()).toEqual([]);
    await pause(20);
  }
  response.on('error', () => undefined);
  response.destroy();
  await eventually('the export has ended', async () => (await counted('aborted')) === aborted + 1 || undefined);
  const [last] = await trail();
  expect(last).toMatchObject({ resource: 'retail.products', format: 'csv' });
  expect(last.rows).toBeGreaterThan(0);
  expect(last.rows).toBeLessThan(ROWS);
});

it('exports that their clients left give their places back', async () => {
  for (let i = 0; i < 12; i += 1) {
    const response = await begin();
    response.on('error', () => undefined);
    response.destroy();
  }
  const { status } = await at(service).get(`${PATH}?search=SKU-000001`, tenant.admin.token);
  expect(status).toBe(200);
});

it('a workbook of more rows than it takes is refused, and one of fewer has them', async () => {
  const refused = await at(service).get(`${PATH}?format=xlsx`, tenant.admin.token);
  expect(refused.status).toBe(400);
  expect(refused.body.error.errors).toEqual([{ field: 'format', message: expect.stringContaining('50000') }]);
  const book = await begin('?format=xlsx&search=SKU-00');
  let bytes = 0;
  for await (const chunk of book) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(100_000);
  expect((await trail())[0]).toMatchObject({ format: 'xlsx', filters: ['search'], rows: 9_999 });
});
