import { NO_TENANT } from '@usaha/shared';
import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { PASSWORD } from '../support/people.js';
import { startPausingProxy, type PausingProxy } from '../support/pausing-proxy.js';
import { sql } from '../support/system-database.js';
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

/** A worker that hangs: it keeps its connections and takes new ones, and answers nothing. Its tenants wait, no others. */

jest.setTimeout(360_000);

const CUSTOMERS = '/api/v1/retail/customers/';
/** From then on tenants elsewhere have their throughput again. */
const FOUND_MS = 5_000;
const MEASURED_MS = 4_000;
const TENANTS = 3;
/**
 * Of the throughput before and after: by itself it is more than all of it (docs/performance.md), since the others ask for less, and
 * without a circuit nothing. The middle of three rounds, each of which is compared with what goes before and behind it: other work on
 * the machine comes and goes.
 */
const LEAST_SHARE = 0.7;
const ROUNDS = 3;

interface Counted {
  served: number;
  refused: { status: number; after: string | null; ms: number }[];
}

(citusUrl ? describe : describe.skip)('a worker of a Citus cluster that hangs', () => {
  const proxies: PausingProxy[] = [];
  /** Before the worker that hangs: accounts without a tenant are on the other. */
  let proxy: PausingProxy;
  let database: CitusDatabase;
  let service: OwnService;
  let there: OwnTenant[];
  let elsewhere: OwnTenant[];
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string, async (worker) => {
      const before = await startPausingProxy(worker.host, worker.port);
      proxies.push(before);
      return { host: '127.0.0.1', port: before.port };
    });
    const ofNone = await portOf(NO_TENANT);
    proxy = proxies.find(({ port }) => port !== ofNone) as PausingProxy;
    service = await startOwnService(database);
    [there, elsewhere] = [[], []];
    while (there.length < TENANTS || elsewhere.length < TENANTS) {
      const tenant = await newTenantAt(service);
      const own = (await portOf(tenant.id)) === proxy.port ? there : elsewhere;
      if (own.length < TENANTS) own.push(tenant);
    }
  }, 300_000);
  let isOver = false;
  let clients: Promise<void>[] = [];
  afterEach(async () => {
    for (const each of proxies) each.resume();
    isOver = true;
    await Promise.all(clients);
    [isOver, clients] = [false, []];
  });
  afterAll(async () => {
    await stopOwnServices();
    await database?.drop();
    for (const each of proxies) each.close();
  });

  async function portOf(tenant_id: string): Promise<number | undefined> {
    const [row] = await sql<{ port: number }>(
      database.ownerUrl,
      `select n.nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('core.users', $1::uuid)`,
      [tenant_id],
    );
    return row?.port;
  }

  const node = (): string => `127.0.0.1:${proxy.port}`;
  const circuit = async (): Promise<string | undefined> => {
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    return new RegExp(`database_node_circuit\\{node="${node()}",state="(\\w+)"\\} 1`).exec(metrics)?.[1];
  };
  const list = ({ admin }: OwnTenant) => at(service).get(CUSTOMERS, admin.token);

  /** Clients of tenants, four of each, that ask again as soon as they are answered. @returns counts what they are answered in a time */
  function asking(tenants: readonly OwnTenant[]): (ms: number) => Promise<Counted> {
    let counted: Counted = { served: 0, refused: [] };
    const client = async (tenant: OwnTenant): Promise<void> => {
      while (!isOver) {
        const begun = performance.now();
        const { status, headers } = await list(tenant);
        if (status === 200) counted.served += 1;
        else {
          counted.refused.push({ status, after: headers.get('retry-after'), ms: performance.now() - begun });
          await pause(200);
        }
        await pause(5);
      }
    };
    clients.push(...tenants.flatMap((tenant) => Array.from({ length: 4 }, () => client(tenant))));
    return async (ms) => {
      const found = (counted = { served: 0, refused: [] });
      await pause(ms);
      counted = { served: 0, refused: [] };
      return found;
    };
  }

  it('from the fifth second on takes no throughput of tenants elsewhere, and its own tenants are 503 at once', async () => {
    const [ofThese, ofOthers] = [asking(there), asking(elsewhere)];
    await pause(2_000);
    let around = await ofOthers(MEASURED_MS);
    const shares: number[] = [];
    while (shares.length < ROUNDS) {
      const before = around;
      proxy.pause();
      await pause(FOUND_MS);
      const [refused, meanwhile] = await Promise.all([ofThese(MEASURED_MS), ofOthers(MEASURED_MS)]);
      expect(refused.served).toBe(0);
      expect(refused.refused.length).toBeGreaterThan(TENANTS * 4);
      expect(
        refused.refused.filter(({ status, after: wait, ms }) => status !== 503 || wait !== '5' || ms > 1_000),
      ).toEqual([]);
      expect(await circuit()).toMatch(/^(?:half_)?open$/);
      expect((await at(service).get('/health/ready')).body).toMatchObject({
        status: 'up',
        database: 'part',
        machines: { up: 1, down: 1 },
      });
      proxy.resume();
      await eventually('it is asked again', async () => (await circuit()) === 'closed', 20);
      for (const tenant of there) expect((await list(tenant)).status).toBe(200);
      around = await ofOthers(MEASURED_MS);
      expect([before, meanwhile, around].flatMap((one) => one.refused)).toEqual([]);
      shares.push((2 * meanwhile.served) / (before.served + around.served));
    }
    const told = service.log().filter((line) => line.node === node());
    expect(told.map(({ msg }) => msg)).toEqual(
      shares.flatMap(() => [expect.stringContaining('does not answer'), expect.stringContaining('answers again')]),
    );
    expect(shares.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]).toBeGreaterThan(LEAST_SHARE);
  });

  it('is not asked by sign-ins without a tenant: those of accounts elsewhere are served, those of its accounts 503', async () => {
    const [here, other] = [elsewhere[0] as OwnTenant, there[0] as OwnTenant];
    const signIn = (username: string) => at(service).post('/api/v1/auth/login/', { username, password: PASSWORD });
    proxy.pause();
    expect((await list(other)).status).toBe(503);
    const begun = performance.now();
    const answers = await Promise.all([signIn(here.admin.email), signIn(other.admin.email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
    const named = await at(service).post('/api/v1/auth/login/', {
      username: other.admin.email,
      password: PASSWORD,
      tenant_id: other.slug,
    });
    expect([named.status, named.headers.get('retry-after')]).toEqual([503, '5']);
    expect(performance.now() - begun).toBeLessThan(2_000);
    proxy.resume();
    await eventually('it is asked again', async () => (await circuit()) === 'closed', 20);
    expect((await signIn(other.admin.email)).status).toBe(200);
  });
});
