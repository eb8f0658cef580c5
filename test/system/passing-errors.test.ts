import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { call, useServer, type Answer, type Json } from '../support/client.js';
import { UNKNOWN_ID } from '../support/core-surfaces.js';
import { operations } from '../support/operations.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { inTurns, newProduct } from '../support/retail.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

// A start of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/**
 * Transient errors are reported as such: each that PostgreSQL can give is 503 with Retry-After on every operation, and the
 * log says why. Faults that cannot well be brought about are raised by a policy that a superuser lays on every table.
 */

/** The caller and its rights are read from these: the fault is to meet the operation itself. */
const rights = ['core.users', 'core.sessions', 'core.tenants', 'core.tenant_modules'];

let database: OwnDatabase;
let service: OwnService;
let tenant: TestTenant;
let product: Json;
beforeAll(async () => {
  database = await clonedDatabase();
  const environment = { DATABASE_POOL_SIZE: '3', DATABASE_STATEMENT_TIMEOUT_MS: '4500' };
  service = await startOwnService(database, environment, { failingStatements: true });
  useServer(service.baseUrl);
  tenant = await newTenant();
  product = await newProduct(tenant, { current_stock: 1_000 });
  await sql(
    database.ownerUrl,
    `create schema fault;
     create table fault.raised (code text, relation text);
     create function fault.none(relation text) returns boolean language plpgsql stable security definer as $$
       declare f fault.raised;
       begin
         select * into f from fault.raised r where coalesce(r.relation, none.relation) = none.relation;
         if f.code = 'slow' then perform pg_sleep(60); end if;
         if f.code is not null then raise exception 'a fault of the test' using errcode = f.code; end if;
         return true;
       end $$;
     grant usage on schema fault to usaha_app;
     do $$
       declare t text;
       begin
         for t in select c.oid::regclass from pg_class c where c.relkind in ('r', 'p') and c.relrowsecurity loop
           execute format('create policy fault on %s as restrictive to usaha_app using (fault.none(%L)) with check (fault.none(%L))', t, t, t);
         end loop;
       end $$`,
  );
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

/** Raises an error in every statement on one of the tables, all but those of rights unless told. */
async function during<T>(code: string, work: () => Promise<T>, only?: readonly string[]): Promise<T> {
  const tables = await sql<{ name: string }>(
    database.ownerUrl,
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and c.relrowsecurity`,
  );
  const names = only ?? tables.map(({ name }) => name).filter((name) => !rights.includes(name));
  await sql(database.ownerUrl, 'insert into fault.raised select $1, unnest($2::text[])', [code, names]);
  try {
    return await work();
  } finally {
    await sql(database.ownerUrl, 'truncate fault.raised');
  }
}

const sale = () => ({ items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });
const languages = ['en', 'ms'];
const said: Record<string, string> = {
  en: 'The database is busy; try again',
  ms: 'Pangkalan data tidak dapat memberikan jawapan buat masa ini',
};

function expectPassing(answer: Answer, language: string): void {
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('UNAVAILABLE')]);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.headers.get('content-language')).toBe(language);
  expect(answer.text).toContain(said[language]);
  expect(answer.text).not.toMatch(/fault of the test|insert|select|SQL/);
}

const send = (method: string, path: string, language: string, body?: unknown, { token } = tenant.admin) =>
  call(method, path, { token, body, headers: { 'accept-language': language } });

describe.each([
  ['a lock that is not let go', '55P03'],
  ['a statement that takes too long', '57014'],
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['a full disk', '53100'],
  ['a disk that fails', '58030'],
  ['memory that is used up', '53200'],
  ['connections that are used up', '53300'],
  ['a server that is shut down', '57P01'],
  ['a server that crashed', '57P02'],
  ['a server that starts', '57P03'],
  ['a lost connection', '08006'],
])('%s (%s)', (_, code) => {
  it('is 503 with Retry-After of a sale and of a list, on both surfaces, in both languages, and the log says why', async () => {
    const requests = languages.flatMap((language) => [
      { method: 'POST', path: '/v1/retail/sales', language, body: { ...sale(), customer_id: UNKNOWN_ID } },
      { method: 'POST', path: '/api/v1/retail/sales/', language, body: sale() },
      { method: 'GET', path: '/v1/retail/products', language },
      { method: 'GET', path: '/api/v1/retail/products/', language },
    ]);
    const work = requests.map(
      ({ method, path, language, body }) =>
        () =>
          send(method, path, language, body),
    );
    const answers = await during(code, () => inTurns(2, work));
    answers.forEach((answer, i) => expectPassing(answer, requests[i]?.language as string));
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    // Lines of the log are written in batches.
    const logged = await eventually('the log has all of them', () => {
      const lines = service.log().filter(({ request_id, err }) => ids.includes(request_id) && err !== undefined);
      return Promise.resolve(lines.length >= ids.length && lines);
    });
    expect(logged.map(({ err }) => err.code)).toEqual(answers.map(() => code));
  });
});

/** As if PostgreSQL said that of every statement, be there rows or not. */
async function failEveryStatement(code: string | null): Promise<void> {
  const heard = once(service.child, 'message');
  service.child.send({ fault: code });
  await heard;
}

it('a full disk is 503 of every operation of both surfaces, save those that ask the database nothing', async () => {
  // Signing out comes last: it ends the session that all of them are asked with.
  const isLast = (path: string): boolean => path.includes('/auth/logout');
  const all = operations.toSorted((one, other) => Number(isLast(one.path)) - Number(isLast(other.path)));
  const ask = async ({ method, path, example }: (typeof all)[number], i: number): Promise<Answer> => {
    const language = languages[i % 2] as string;
    const answer = await send(
      method,
      path.replace(/\{\w+\}/g, () => randomUUID()),
      language,
      example,
    );
    if (answer.status === 503) expectPassing(answer, language);
    return answer;
  };
  const work = all.map((operation, i) => () => ask(operation, i));
  await failEveryStatement('53100');
  const answers = await inTurns(6, work);
  await failEveryStatement(null);
  // While his rights are remembered: the catalogue of modules is the code's, and so is what no module is called; calculators and
  // the tiers are it too, and scopes of API keys; and what the document calls a token is none.
  const asksNothing =
    /^(\S+ \/(api\/)?v1\/modules\b\S*|\S+ \/api\/v1\/utils\/\S+|GET \S+\/(loyalty\/tiers|api-keys\/scopes)\/|POST \S+\/auth\/(refresh|mfa\/verify|reset-password|confirm-email)\/?)$/;
  const others = all.filter(({ name }, i) => answers[i]?.status !== 503 && !asksNothing.test(name));
  expect(others.map(({ name }) => name)).toEqual([]);
});

const connections = async (state: 'busy' | 'idle'): Promise<number> => {
  const { text } = await call('GET', '/metrics');
  return Number(new RegExp(`^database_pool_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

/** Holds a product as another transaction would. @returns what lets it go */
async function lockProduct(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from retail.products where id = $1 for update', [product.id]);
  return () => holder.end();
}

it('waits end from within: for a row, then for a connection; meanwhile the service is ready, and says that it is busy', async () => {
  const others = await newTenant();
  const release = await lockProduct();
  try {
    await sql(database.ownerUrl, `insert into fault.raised values ('slow', 'retail.customers')`);
    const held = [
      send('POST', '/api/v1/retail/sales/', 'en', sale()),
      send('POST', '/v1/retail/sales', 'en', { ...sale(), customer_id: UNKNOWN_ID }),
      send('POST', '/api/v1/retail/customers/', 'en', { first_name: 'Siti', last_name: 'Nur' }, others.admin),
    ];
    await eventually('all connections are taken', async () => (await connections('busy')) === 3, 3);
    const waiting = [1, 2, 3].map(() => send('GET', '/api/v1/retail/products/', 'en'));
    const ready = await eventually(
      'it is busy',
      async () => {
        const answer = await call('GET', '/health/ready');
        return (answer.status !== 200 || answer.body.database === 'busy') && answer;
      },
      3,
    );
    expect([ready.status, ready.body]).toMatchObject([200, { status: 'up', database: 'busy', migrations: 'done' }]);

    await sql(
      database.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'usaha' and wait_event_type = 'Lock' limit 1`,
    );
    const answers = await Promise.all(held);
    for (const answer of answers) expectPassing(answer, 'en');
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    const causes = await eventually('the log has all of them', () => {
      const codes = ids.map((id) => service.log().find(({ request_id, err }) => request_id === id && err)?.err.code);
      return Promise.resolve(!codes.includes(undefined) && codes);
    });
    expect(causes.toSorted()).toEqual(['55P03', '57014', '57P01']);
    // Those who waited for a connection got one.
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  } finally {
    await release();
    await sql(database.ownerUrl, 'truncate fault.raised');
  }
  expect((await send('POST', '/api/v1/retail/sales/', 'en', sale())).status).toBe(201);
  expect((await call('GET', '/health/ready')).body).toMatchObject({ status: 'up', database: 'up', migrations: 'done' });
});

it('where the server has fewer connections left than the pool may have, requests wait for those', async () => {
  // LISTEN and the look at readiness keep one each; the pool gets one of the three that it may have.
  await call('GET', '/health/ready');
  await sql(
    database.ownerUrl,
    `alter database ${database.name} connection limit 3;
     select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'usaha'`,
  );
  await eventually('the pool has heard of it', async () => (await connections('idle')) === 0);
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('GET', '/api/v1/retail/products/', 'en')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await send('POST', '/api/v1/retail/sales/', 'en', sale())).status).toBe(201);
  await sql(database.ownerUrl, `alter database ${database.name} connection limit -1`);
});

it('readiness makes its own connection again where it was lost, and keeps one', async () => {
  const own = () =>
    sql<{ pid: number }>(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'usaha ready'`,
    );
  const [before] = await own();
  await sql(database.ownerUrl, 'select pg_terminate_backend($1)', [before?.pid]);
  const answers = await Promise.all([1, 2, 3].map(() => call('GET', '/health/ready')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const after = await own();
  expect(after).toHaveLength(1);
  expect(after[0]?.pid).not.toBe(before?.pid);
});
