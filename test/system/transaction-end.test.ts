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

describe('a transaction that somebody leaves open', () => {
  it('is ended by PostgreSQL, and its connection with it', async () => {
    const { openDatabase } = await import('../../apps/api/dist/database-access.js');
    const { testKeys } = await import('../support/opened-database.js');
    const access = { url: database.appUrl, ownerUrl: database.ownerUrl, directUrl: null };
    const keys = {
      jwt_keys: [],
      seal_keys: [['test', testKeys.seal]] as [string, Buffer][],
      search_key: testKeys.search,
    };
    // The service gives a transaction half a minute more than a request: here that would be long to wait for.
    const config = { poolSize: 2, statementTimeoutMs: 0, requestTimeoutMs: -29_000 };
    const own = await openDatabase(access, config, keys);
    const db = own.transaction(tenant.id);
    await db.query('select 1');
    expect(await openTransactions()).toHaveLength(1);
    await eventually('it was ended', async () => (await openTransactions()).length === 0, 20);
    await expect(db.query('select 1')).rejects.toMatchObject({ kind: 'unavailable' });
    await db.rollback();
    expect(own.poolState).toMatchObject({ waiting: 0 });
    await own.work({ tenant_id: tenant.id, actor: null, now: new Date() }, (ctx) => ctx.db.query('select 1'));
    await own.dataSource.destroy();
  });
});
