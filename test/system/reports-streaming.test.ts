import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
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

// The service starts more than once, and tens of megabytes are sent.
jest.setTimeout(60_000);

const ROWS = 60_000;
const TIMEOUT_MS = 2_000;

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database, { REQUEST_TIMEOUT_MS: String(TIMEOUT_MS) });
  tenant = await newTenantAt(service);
  await stock(tenant);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

/** Makes the business many products. */
const stock = (who: OwnTenant, products = ROWS) =>
  sql(
    database.ownerUrl,
    `insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, current_stock, stock_tracked,
                                  distributed, minimum_stock, selling_price, tax_rate, status, attributes)
     select $1::uuid, ('0198f3a2-0001-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, now(), now(),
            'SKU-' || lpad(i::text, 6, '0'), repeat('Kopi O ', 60) || i, 10, true, 0, 5, 4.5, 6, 'active', '{}'
       from generate_series(1, ${products}) i`,
    [who.id],
  );

/** Asks for the report as CSV, and reads nothing of it yet. */
async function begin(by = service, who = tenant): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${who.admin.token}` };
  const sent = request(`${by.baseUrl}/api/v1/retail/reports/inventory/?format=csv`, { headers, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}

/** Connections that are within the report: between two of its fetches. */
const reading = () =>
  sql<{ pid: number }>(
    database.ownerUrl,
    `select pid from pg_stat_activity where datname = current_database() and state like '%in transaction%' and query like 'fetch%'`,
  );
const isReading = () => eventually('the report waits for its reader', async () => (await reading())[0]);
const hasEnded = () => eventually('the transaction has ended', async () => (await reading()).length === 0);

/** Reads on. @returns the text, and whether it came to its end */
async function rest(response: IncomingMessage): Promise<{ text: string; whole: boolean }> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', () => undefined);
  response.resume();
  if (!response.closed) await once(response, 'close').catch(() => undefined);
  return { text: Buffer.concat(chunks).toString(), whole: response.complete };
}

it('A-150: rows are read as fast as the client takes them, all of them, in one transaction', async () => {
  const response = await begin();
  await isReading();
  const { text, whole } = await rest(response);
  expect(whole).toBe(true);
  expect(service.output()).not.toContain('MaxListenersExceededWarning');
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines.at(-1)).toContain(`SKU-${String(ROWS).padStart(6, '0')}`);
  await hasEnded();
});

it('a client that goes away ends it, and its connection is free', async () => {
  for (let i = 0; i < 12; i += 1) {
    const response = await begin();
    response.on('error', () => undefined);
    response.destroy();
  }
  await hasEnded();
  expect((await at(service).get('/api/v1/retail/reports/sales/', tenant.admin.token)).status).toBe(200);
});

it('a file that breaks off midway is no short file: the connection is cut', async () => {
  const response = await begin();
  const { pid } = await isReading();
  await sql(database.ownerUrl, 'select pg_terminate_backend($1)', [pid]);
  const { text, whole } = await rest(response);
  expect(text.length).toBeGreaterThan(0);
  expect(whole).toBe(false);
});

it('a client that takes nothing for REQUEST_TIMEOUT_MS is cut off; one that keeps reading is not', async () => {
  const idle = await begin();
  await isReading();
  const steady = await begin();
  let taken = 0;
  const started = Date.now();
  while (Date.now() - started < 2 * TIMEOUT_MS) {
    taken += (steady.read() as Buffer | null)?.length ?? 0;
    await pause(5);
  }
  expect((await rest(steady)).whole).toBe(true);
  expect(taken).toBeGreaterThan(0);
  await hasEnded();
  expect((await rest(idle)).whole).toBe(false);
});

it('A-150: more rows than a page or an answer holds are a 400 that says what to ask for', async () => {
  for (const format of ['json', 'pdf']) {
    const answer = await at(service).get(`/api/v1/retail/reports/inventory/?format=${format}`, tenant.admin.token);
    expect(answer.status).toBe(400);
    expect(answer.body.error.errors).toEqual([{ field: 'format', message: expect.stringContaining('csv') }]);
  }
});

describe('clients that read nothing', () => {
  let patient: OwnService;
  const idle: IncomingMessage[] = [];
  beforeAll(async () => {
    // A patient one: it cuts off no client for taking too long.
    patient = await startOwnService(database, { REQUEST_TIMEOUT_MS: '60000' });
  });

  const readsNothing = async (who: OwnTenant) => {
    const response = await begin(patient, who);
    response.on('error', () => undefined);
    idle.push(response);
  };

  it('leave connections to all others, and places for reports to every other tenant', async () => {
    const waiting = [];
    for (let i = 0; i < 3; i += 1) await readsNothing(tenant);
    for (let i = 0; i < 2; i += 1) waiting.push(begin(patient));
    for (let i = 0; i < 3; i += 1)
      expect((await at(patient).get('/api/v1/retail/products/', tenant.admin.token)).status).toBe(200);
    const other = await newTenantAt(patient);
    const before = performance.now();
    expect((await rest(await begin(patient, other))).whole).toBe(true);
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(await reading()).toHaveLength(3);
    for (const response of idle.splice(0)) response.destroy();
    const [next, ...others] = await Promise.all(waiting);
    for (const response of others) response.on('error', () => undefined).destroy();
    expect((await rest(next as IncomingMessage)).whole).toBe(true);
    await hasEnded();
  });

  it('are cut off as soon as another tenant waits for their place', async () => {
    const [second, third] = [await newTenantAt(patient), await newTenantAt(patient)];
    for (const who of [second, third]) await stock(who, ROWS / 3);
    for (const who of [tenant, tenant, tenant, second, third]) await readsNothing(who);
    await eventually('five are under way', async () => (await reading()).length === 5);
    const before = performance.now();
    const other = await newTenantAt(patient);
    expect((await rest(await begin(patient, other))).whole).toBe(true);
    expect(performance.now() - before).toBeLessThan(5_000);
    for (const response of idle) response.destroy();
    await hasEnded();
  });
});
