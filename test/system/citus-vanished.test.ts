import pg from 'pg';
import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { sql } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';
import { VanishingHost, canVanish } from '../support/vanishing-host.js';

/**
 * The host of a worker that vanishes without a reset. What a test can make of it takes a network namespace: it runs as root where
 * CITUS_URL is set, and `citus.node_conninfo` of the coordinator has `tcp_user_timeout`, as docs/operations.md says.
 */

jest.setTimeout(240_000);

/** Many times what `tcp_user_timeout` says, and a small part of the quarter of an hour without it. */
const ENDED_S = 120;

(citusUrl && canVanish ? describe : describe.skip)('the host of a worker of a Citus cluster that vanishes', () => {
  let host: VanishingHost;
  let database: CitusDatabase;
  let service: OwnService;
  let [there, elsewhere]: OwnTenant[] = [];
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string, async (worker) => {
      if (host) return worker;
      host = await VanishingHost.before(worker.host, worker.port);
      return { host: host.address, port: worker.port };
    });
    service = await startOwnService(database);
    while (!there || !elsewhere) {
      const tenant = await newTenantAt(service);
      if ((await hostOf(tenant)) === host.address) there ??= tenant;
      else elsewhere ??= tenant;
    }
  }, 300_000);
  afterAll(async () => {
    await stopOwnServices();
    await database?.drop();
    host?.close();
  });

  async function hostOf({ id }: OwnTenant): Promise<string | undefined> {
    const [row] = await sql<{ host: string }>(
      database.ownerUrl,
      `select n.nodename as host from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('core.users', $1::uuid)`,
      [id],
    );
    return row?.host;
  }
  const statusOf = async ({ admin }: OwnTenant) => (await at(service).get('/api/v1/users/', admin.token)).status;

  it('ends the statements that wait for it by tcp_user_timeout, and is served again when it is back', async () => {
    const [{ conninfo = '' } = {}] = await sql<{ conninfo: string }>(
      database.ownerUrl,
      `select current_setting('citus.node_conninfo') as conninfo`,
    );
    expect(conninfo).toMatch(/\btcp_user_timeout=\d+/);
    expect([await statusOf(there as OwnTenant), await statusOf(elsewhere as OwnTenant)]).toEqual([200, 200]);
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    const look = () => client.query('select count(*) from core.users where tenant_id = $1', [there?.id]);
    await client.query('begin');
    await look();
    host.vanish();
    const begun = Date.now();
    try {
      await expect(look()).rejects.toThrow();
      expect(Date.now() - begun).toBeLessThan(ENDED_S * 1_000);
      expect(await statusOf(there as OwnTenant)).toBe(503);
      await eventually('tenants elsewhere are served', async () => (await statusOf(elsewhere as OwnTenant)) === 200);
    } finally {
      host.comeBack();
      await client.end();
    }
    await eventually('its tenants are served', async () => (await statusOf(there as OwnTenant)) === 200, ENDED_S);
  });
});
