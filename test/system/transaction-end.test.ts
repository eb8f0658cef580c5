import { randomUUID } from 'node:crypto';
import { call } from '../support/client.js';
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

// A start of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** However a request ends, its connection is back in the pool afterwards. */

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database, { REQUEST_TIMEOUT_MS: '1500' });
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const busy = async (): Promise<number> => {
  const { text } = await call('GET', '/metrics', {}, service.baseUrl);
  return Number(/^database_pool_connections\{state="busy"\} (\d+)$/m.exec(text)?.[1]);
};

const openTransactions = () =>
  sql(
    database.ownerUrl,
    `select query from pg_stat_activity
     where datname = current_database() and application_name = 'usaha' and state like 'idle in transaction%'`,
  );

describe('twenty reads of what hangs on an unknown patient', () => {
  it.each(['vaccinations/?page=2', 'medical-history/'])('%s: each is 404, and no connection is lost', async (path) => {
    const { token } = tenant.admin;
    const unknown = () => at(service).get(`/api/v1/healthcare/patients/${randomUUID()}/${path}`, token);
    const answers = await Promise.all(Array.from({ length: 20 }, unknown));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await at(service).get('/v1/users', token)).status).toBe(200);
    await eventually('all connections are idle', async () => (await busy()) === 0, 10);
    expect(await openTransactions()).toEqual([]);
  });

  it('and the service ends in time', async () => {
    const before = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});

/** A database of the kernel's own, on two connections. */
async function openOwn(settings: { requestTimeoutMs: number }) {
  const { openDatabase } = await import('../../apps/api/dist/database/database-access.js');
  const { testKeys } = await import('../support/opened-database.js');
  const access = { url: database.appUrl, ownerUrl: database.ownerUrl, directUrl: null };
  const keys = {
    jwt_keys: [],
    seal_keys: [['test', testKeys.seal]] as [string, Buffer][],
    search_key: testKeys.search,
  };
  return openDatabase(access, { production: false, poolSize: 2, statementTimeoutMs: 0, ...settings }, keys);
}

describe('a transaction that is left open', () => {
  it('is ended by PostgreSQL, and its connection with it', async () => {
    // The service gives a transaction half a minute more than a request: here that would be long to wait for.
    const own = await openOwn({ requestTimeoutMs: -29_000 });
    const db = own.transaction(tenant.id);
    await db.read('select 1');
    expect(await openTransactions()).toHaveLength(1);
    await eventually('it was ended', async () => (await openTransactions()).length === 0, 20);
    await expect(db.read('select 1')).rejects.toMatchObject({ kind: 'unavailable' });
    await db.rollback();
    expect(own.poolState).toMatchObject({ waiting: 0 });
    await own.work({ tenant_id: tenant.id, actor: null, now: new Date() }, (ctx) => ctx.db.read('select 1'));
    await own.end();
  });
});

describe('statements that leave in one packet', () => {
  const idle = 60_000;
  const INSERT = 'insert into kernel.number_series (tenant_id, series, year, last) values ($1, $2, 2026, $3)';
  const lastOf = (name: string) =>
    sql(database.ownerUrl, `select last from kernel.number_series where tenant_id = $1 and series = $2`, [
      tenant.id,
      name,
    ]);

  it('are all done or none, in any order of waiting, and the connection is as good as before', async () => {
    const own = await openOwn({ requestTimeoutMs: idle });
    for (const [wrong, waitsFor] of [
      [false, 'nothing'],
      [true, 'nothing'],
      [true, 'the next'],
    ] as const) {
      const name = `${String(wrong)}-${waitsFor}`;
      const db = own.transaction(tenant.id);
      db.enqueue(INSERT, [tenant.id, name, 1]);
      if (wrong) db.enqueue(INSERT, [tenant.id, name, 2]);
      const next = db.read('select 1');
      const [asked, committed] = await Promise.allSettled([waitsFor === 'nothing' ? null : next, db.commit()]);
      await next.catch(() => undefined);
      await db.rollback();
      expect(committed.status).toBe(wrong ? 'rejected' : 'fulfilled');
      expect(asked.status).toBe(wrong && waitsFor === 'the next' ? 'rejected' : 'fulfilled');
      expect(await lastOf(name)).toHaveLength(wrong ? 0 : 1);
    }
    // One may come back only after the next was asked for.
    const after = own.poolState;
    expect(after).toMatchObject({ total: after.idle, waiting: 0 });
    expect(after.total).toBeLessThanOrEqual(2);
    await own.end();
  });

  it('are prepared again where PostgreSQL did not come to it, or where a table has another shape by now', async () => {
    const own = await openOwn({ requestTimeoutMs: idle });
    const ask = (...texts: string[]) =>
      own.work({ tenant_id: tenant.id, actor: null, now: new Date() }, ({ db }) =>
        Promise.all(texts.map((text) => db.read(text))),
      );
    const read = 'select s.series from kernel.number_series s limit 0';
    await expect(ask('select 1 / (select 0)', read)).rejects.toMatchObject({ code: '22012' });
    expect(await ask(read, read)).toEqual([[], []]);
    await sql(database.ownerUrl, 'create table core.shapes as select 1 as a');
    await sql(database.ownerUrl, 'grant select on core.shapes to usaha_app');
    const all = 'select * from core.shapes';
    expect(await ask(all)).toEqual([[[1]]]);
    await sql(database.ownerUrl, 'alter table core.shapes add column b text');
    await expect(ask(all)).rejects.toMatchObject({ code: '0A000' });
    expect(await ask(all)).toEqual([[[1, null]]]);
    await own.end();
  });
});

const CUSTOMERS = '/api/v1/retail/customers/';

const sleeping = () =>
  sql(
    database.ownerUrl,
    "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
  );
const nothingRuns = () => eventually('no statement runs any more', async () => (await sleeping()).length === 0);

/** Statements on customers take their time, at each row. */
async function slowly(how: 'for select using' | 'for insert with check', seconds: number, work: () => Promise<void>) {
  await sql(
    database.ownerUrl,
    `create function public.slow() returns boolean language plpgsql volatile as $$ begin perform pg_sleep(${seconds}); return true; end $$;
     create policy slow on retail.customers as restrictive ${how} (public.slow())`,
  );
  try {
    await work();
  } finally {
    await sql(database.ownerUrl, 'drop policy slow on retail.customers; drop function public.slow()');
  }
}

const patient = { REQUEST_TIMEOUT_MS: '3600000', DATABASE_STATEMENT_TIMEOUT_MS: '0' };
const impatient = { ...patient, REQUEST_TIMEOUT_MS: '1500' };
const customer = (phone: string) => ({ first_name: 'Aminah', last_name: 'binti Ali', phone });

async function shopAt(own: OwnService): Promise<string> {
  const { token } = (await newTenantAt(own)).admin;
  expect((await at(own).post(CUSTOMERS, customer('+60123450101'), token)).status).toBe(201);
  return token;
}

it('a request whose time is up leaves no statement behind in the database', async () => {
  const own = await startOwnService(database, impatient);
  const token = await shopAt(own);
  await slowly('for select using', 3_600, async () => {
    expect((await at(own).get(CUSTOMERS, token)).status).toBe(503);
    await nothingRuns();
  });
});

describe('a request whose client has gone', () => {
  /** Sends it, and hangs up while its statement runs. */
  async function left(own: OwnService, token: string, body?: object): Promise<void> {
    const hangUp = new AbortController();
    const sent = fetch(new URL(CUSTOMERS, own.baseUrl), {
      method: body ? 'POST' : 'GET',
      body: body && JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      signal: hangUp.signal,
    });
    sent.catch(() => undefined);
    await eventually('its statement runs', async () => (await sleeping()).length > 0);
    hangUp.abort();
    await expect(sent).rejects.toThrow();
  }

  it('leaves no statement behind where it only reads', async () => {
    const own = await startOwnService(database, patient);
    const token = await shopAt(own);
    await slowly('for select using', 3_600, async () => {
      await left(own, token);
      await nothingRuns();
    });
    expect((await at(own).get(CUSTOMERS, token)).status).toBe(200);
  });

  it('writes to its end', async () => {
    const own = await startOwnService(database, patient);
    const token = await shopAt(own);
    await slowly('for insert with check', 2, () => left(own, token, customer('+60123450102')));
    await eventually('the customer is there', async () => {
      const { body } = await at(own).get(CUSTOMERS, token);
      return body.data.length === 2;
    });
  });

  it('writes no longer than its time', async () => {
    const own = await startOwnService(database, impatient);
    const token = await shopAt(own);
    await slowly('for insert with check', 3_600, async () => {
      await left(own, token, customer('+60123450103'));
      await nothingRuns();
    });
  });
});
