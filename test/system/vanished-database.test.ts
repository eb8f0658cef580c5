import { startSilentProxy, type SilentProxy } from '../support/silent-proxy.js';
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
import { unique } from '../support/people.js';

/**
 * A database host that vanishes without a reset: what is sent to it is neither answered nor refused. The instance works again
 * within 20 seconds of a database that can be reached by new connections.
 */

// Starts of the service, and half a minute of nothing.
jest.setTimeout(240_000);

const AGAIN_MS = 20_000;
const CUSTOMERS = '/api/v1/retail/customers/';

/** For how long a connection lies idle before it is asked whether it answers, and a second. */
const IDLE_MS = 16_000;

/** An instance that reaches its database through a host that can vanish. */
interface Reached {
  proxy: SilentProxy;
  service: OwnService;
}

let database: OwnDatabase;
let proxy: SilentProxy;
let service: OwnService;
let tenants: OwnTenant[];
/** More than jobs use connections at once. */
let others: OwnTenant[];
/** Another instance, to which no request comes meanwhile. */
let idle: Reached & { since: number };
beforeAll(async () => {
  database = await clonedDatabase();
  const reach = async (): Promise<Reached> => {
    const host = await startSilentProxy(decodeURIComponent(/@([^/]+)\//.exec(database.appUrl)?.[1] ?? ''));
    const [appUrl, ownerUrl] = [host.through(database.appUrl), host.through(database.ownerUrl)];
    return { proxy: host, service: await startOwnService({ appUrl, ownerUrl }) };
  };
  const [main, other] = [await reach(), await reach()];
  ({ proxy, service } = main);
  tenants = await Promise.all([newTenantAt(service), newTenantAt(service)]);
  others = await Promise.all(Array.from({ length: 14 }, () => newTenantAt(service)));
  expect(await works(other.service)).toBe(true);
  idle = { ...other, since: Date.now() };
});
let isOver = true;
afterEach(() => {
  isOver = true;
});
afterAll(async () => {
  await stopOwnServices();
  proxy.close();
  idle.proxy.close();
  await dropDatabases();
});

/** What an answer came to, with a client's patience: 0 where there was none. */
async function ask(path: string, ms: number, { admin }: OwnTenant, body?: unknown, of = service) {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  try {
    const answer = await fetch(of.baseUrl + path, { ...sent, signal: AbortSignal.timeout(ms) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

const everyTenant = <T>(times: number, work: (tenant: OwnTenant) => Promise<T>): Promise<T[]> =>
  Promise.all(tenants.flatMap((tenant) => Array.from({ length: times }, () => work(tenant))));

/** All of many requests at once are answered in time. */
async function works(of = service): Promise<boolean> {
  const answers = await everyTenant(10, (tenant) => ask(CUSTOMERS, 3_000, tenant, undefined, of));
  return answers.every(({ status }) => status === 200);
}

/** @returns milliseconds from now until it works */
async function untilItWorks(): Promise<number> {
  const begun = Date.now();
  await eventually('it works again', () => works(), 120);
  return Date.now() - begun;
}

/** Writers of both tenants, more than the pool has connections. @returns ends them, and says which writes were acknowledged */
function writing(): () => Promise<string[]> {
  const acknowledged: string[] = [];
  isOver = false;
  const writers = everyTenant(8, async (tenant) => {
    while (!isOver) {
      const first_name = unique('Siti');
      const { status } = await ask(CUSTOMERS, 70_000, tenant, { first_name, last_name: 'Nur' });
      if (status === 201) acknowledged.push(first_name);
      await pause(status === 201 ? 2 : 50);
    }
  });
  return async () => {
    isOver = true;
    await writers;
    return acknowledged;
  };
}

it('under load, with new connections answered at once: it works again in time, and every acknowledged write is there once', async () => {
  expect(await works()).toBe(true);
  const finish = writing();
  await pause(1_000);
  proxy.cut();
  expect(await untilItWorks()).toBeLessThan(AGAIN_MS);
  await pause(1_000);
  const acknowledged = await finish();
  expect(acknowledged.length).toBeGreaterThan(20);
  const rows = await sql<{ first_name: string }>(
    database.ownerUrl,
    'select first_name from retail.customers where first_name = any($1)',
    [acknowledged],
  );
  expect(rows.map(({ first_name }) => first_name).toSorted()).toEqual(acknowledged.toSorted());
  expect(service.log().filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});

it('unreachable for 12 s: readiness says so, /metrics answers, and it works again in time', async () => {
  await eventually('it works', () => works());
  const finish = writing();
  await pause(500);
  proxy.reachable = false;
  proxy.cut();
  await pause(6_000);
  const [ready, metrics, live] = await Promise.all([
    ask('/health/ready', 3_000, tenants[0] as OwnTenant),
    ask('/metrics', 1_500, tenants[0] as OwnTenant),
    ask('/health/live', 1_000, tenants[0] as OwnTenant),
  ]);
  expect([ready.status, metrics.status, live.status]).toEqual([503, 200, 200]);
  expect(JSON.parse(ready.text)).toMatchObject({ status: 'down', database: 'down' });
  await pause(6_000);
  proxy.reachable = true;
  expect(await untilItWorks()).toBeLessThan(AGAIN_MS);
  await finish();
  expect((await at(service).get('/health/ready')).status).toBe(200);
});

it('while no request came: connections that lay idle are found out before a request is lost on them', async () => {
  await pause(Math.max(0, idle.since + IDLE_MS - Date.now()));
  // Each is asked whether it answers, unless a job's statement was not answered first: then all that lay idle are given up.
  const found = () => idle.service.log().filter(({ kind }) => ['unproved', 'silent', 'outlived'].includes(kind)).length;
  const before = found();
  idle.proxy.cut();
  const begun = Date.now();
  const timed = await Promise.all(
    [...tenants, ...others].map(async (tenant) => ({
      ...(await ask(CUSTOMERS, 20_000, tenant, undefined, idle.service)),
      ms: Date.now() - begun,
    })),
  );
  expect(found()).toBeGreaterThan(before);
  // Jobs renew their leases every few seconds: what takes a connection that one of them used a second ago is told to try again, with
  // all that waits for the same rights; that may be each of these requests.
  expect(timed.filter(({ status, ms }) => ![200, 503].includes(status) || ms > 12_000)).toEqual([]);
  expect(await works(idle.service)).toBe(true);
});

it('is found out by LISTEN too, which is made again: a sign-out elsewhere is heard here', async () => {
  await eventually('it works', () => works());
  const listens = () =>
    sql<{ pid: number }>(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'usaha listen'`,
    );
  const before = (await listens()).map(({ pid }) => pid);
  proxy.cut();
  await eventually(
    'there is another one',
    async () => (await listens()).some(({ pid }) => !before.includes(pid)),
    AGAIN_MS / 1_000,
  );
  await untilItWorks();
});
