import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import type { Answer } from '../support/client.js';
import { PASSWORD, unique } from '../support/people.js';
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

/** What one business does is in no other's way: neither its locks, nor what it asks for and does not take. */

jest.setTimeout(60_000);

const TIMEOUT_MS = 5_000;
/** Bytes of a page that no socket holds; a few of them are more than one business may leave lying. */
const PAGE_BYTES = 20_000_000;

let database: OwnDatabase;
let service: OwnService;
let busy: OwnTenant;
let modest: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database, { REQUEST_TIMEOUT_MS: String(TIMEOUT_MS) });
  [busy, modest] = await Promise.all([newTenantAt(service), newTenantAt(service)]);
  // Kept before there was a limit to what may be kept.
  await sql(
    database.ownerUrl,
    `insert into retail.products (tenant_id, id, created_at, updated_at, sku, name, current_stock, stock_tracked,
                                  distributed, minimum_stock, selling_price, tax_rate, status, attributes)
     select $1::uuid, ('0198f3a2-0001-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, now(), now(),
            'SKU-' || i, 'Kopi', 10, true, 0, 5, 4.5, 6, 'active', jsonb_build_object('x', repeat($2, ${PAGE_BYTES / 100} / 16))
       from generate_series(1, 100) i`,
    [busy.id, randomBytes(8).toString('hex')],
  );
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const asModest = () => at(service).get('/api/v1/retail/products/', modest.admin.token);

async function inTime(ask: () => Promise<Answer>): Promise<void> {
  const before = performance.now();
  const { status, text } = await ask();
  // The body says why, where it is another.
  expect(status === 200 ? '' : text).toBe('');
  expect(performance.now() - before).toBeLessThan(1_000);
}

/** Sends a request, and reads none of the answer. */
async function send(...lines: string[]): Promise<Socket> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write([...lines, `Authorization: Bearer ${busy.admin.token}`, 'Host: x', '', ''].join('\r\n'));
  return socket;
}
const askForPage = () => send('GET /api/v1/retail/products/?page_size=100 HTTP/1.1', 'Connection: close');

/** What there is to read until the socket closes. */
async function rest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

it('one tenant whose requests all wait for a lock leaves connections to the others', async () => {
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query('begin; select 1 from retail.products for update');
  const changes = Array.from({ length: 14 }, () =>
    at(service).put('/api/v1/retail/products/0198f3a2-0001-7000-8000-000000000001/', { name: 'Teh' }, busy.admin.token),
  );
  await eventually('as many wait for the lock as may', async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await sql(database.ownerUrl, waiting)).length === 7;
  });
  for (let i = 0; i < 5; i += 1) await inTime(asModest);
  await holder.end();
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
});

it('A-395: tenants of one account that all wait for locks leave connections to others, beyond one part for all of them', async () => {
  const name = unique('Kedai');
  const many = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const made = await at(service).post(
        '/v1/tenants',
        { name: `${name} ${n}`, email: 'a@example.com', business_type: 'RETAIL' },
        busy.admin.token,
      );
      const { slug } = made.body as { slug: string };
      const login = await at(service).post('/v1/auth/login', {
        email: busy.admin.email,
        password: PASSWORD,
        tenant_slug: slug,
      });
      const token = (login.body as { access_token: string }).access_token;
      const sku = { sku: 'SKU', name: 'Kopi', selling_price: 1, current_stock: 1 };
      const product = await at(service).post('/api/v1/retail/products/', sku, token);
      return { token, path: `/api/v1/retail/products/${product.body.data.id}/` };
    }),
  );
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query('begin; select 1 from retail.products for update');
  const changes = many.map(({ token, path }) => at(service).put(path, { name: 'Teh' }, token));
  await eventually('as many wait for the lock as may', async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await sql(database.ownerUrl, waiting)).length >= 7;
  });
  for (let i = 0; i < 5; i += 1) await inTime(asModest);
  await holder.end();
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
});

it('A-180: pages that are not taken are broken off, and few of them are made meanwhile', async () => {
  const sockets: Socket[] = [];
  for (let i = 0; i < 12; i += 1) {
    sockets.push(await askForPage());
    if (i % 4 === 3) await pause(100);
  }
  const ofBusy = () => at(service).get('/api/v1/retail/products/?page_size=1', busy.admin.token);
  // The answers it has not taken come first; no other client notices.
  await eventually('it is refused', async () => {
    const { status, headers } = await ofBusy();
    return status === 503 && headers.get('retry-after') === '1';
  });
  await inTime(asModest);
  const { text } = await at(service).send('GET', '/metrics');
  expect(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])).toBeLessThan(600_000_000);

  // Of all of them: an answer that is left of one in time is sent to a client that reads again.
  await eventually('their time is up', async () => {
    const figures = await at(service).send('GET', '/metrics');
    return Number(/^http_requests_in_flight (\d+)$/m.exec(figures.text)?.[1]) <= 1;
  });
  expect((await ofBusy()).status).toBe(200);
  const answers = await Promise.all(sockets.map(rest));
  const pages = answers.filter((answer) => answer.startsWith('HTTP/1.1 200'));
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(page.length).toBeLessThan(PAGE_BYTES);
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 503')).length).toBe(12 - pages.length);
});

it('large bodies whose answers wait for a page that is not read keep no other large body waiting', async () => {
  const path = (i: number) => `/api/v1/retail/products/0198f3a2-0001-7000-8000-00000000000${i}/`;
  const body = { attributes: { notes: 'x'.repeat(20_000) } };
  const text = JSON.stringify(body);
  const sockets = await Promise.all(
    [1, 2].map(async (i) => {
      const socket = await send(
        'GET /api/v1/retail/products/?page_size=100 HTTP/1.1',
        `Authorization: Bearer ${busy.admin.token}`,
        'Host: x',
        '',
        `PUT ${path(i)} HTTP/1.1`,
        'Content-Type: application/json',
        `Content-Length: ${text.length}`,
      );
      socket.write(text);
      return socket;
    }),
  );
  const isWritten = `select 1 from retail.products where tenant_id = $1 and attributes ->> 'notes' like 'x%'`;
  await eventually('both are written', async () => (await sql(database.ownerUrl, isWritten, [busy.id])).length === 2);
  await inTime(() => at(service).put(path(3), body, busy.admin.token));
  for (const socket of sockets) socket.destroy();
});

it('a body that does not come has its socket ended once the time of the request is up', async () => {
  const socket = await send(
    'POST /api/v1/retail/products/ HTTP/1.1',
    'Content-Type: application/json',
    'Content-Length: 1000',
  );
  const answer = rest(socket);
  // It says something now and then, as if it would go on for ever.
  const talking = setInterval(() => socket.write(' '), 200);
  const begun = performance.now();
  expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/);
  clearInterval(talking);
  expect(performance.now() - begun).toBeLessThan(TIMEOUT_MS + 3_000);
});

it('a part of housekeeping that fails is reported, and the parts after it are done', async () => {
  const old = `insert into kernel.idempotency_keys (tenant_id, user_id, method, path, key, id, fingerprint, created_at)
    values ($1, $1, 'POST', '/', 'old', $1, '', now() - interval '1 year')`;
  await sql(database.ownerUrl, old, [busy.id]);
  const window = `insert into core.rate_windows (tenant_id, started_at, api_key_id, taken, taken_at)
    values ($1, now() - interval '1 year', $1, 1, now() - interval '1 year')`;
  await sql(database.ownerUrl, window, [modest.id]);
  await sql(
    database.ownerUrl,
    `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
     create trigger refuse before delete on kernel.idempotency_keys for each row execute function public.refuse()`,
  );
  // One instance at a time keeps house: the other does when it starts, once this one has given up the lease.
  await service.stop();
  const another = await startOwnService(database);
  await eventually('it is reported', () =>
    another.log().find(({ level, err }) => level === 'error' && err?.message === 'not this one'),
  );
  await eventually('the window is forgotten', async () => {
    const left = await sql(database.ownerUrl, 'select 1 from core.rate_windows where api_key_id = $1', [modest.id]);
    return left.length === 0;
  });
});
