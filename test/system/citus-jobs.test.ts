import { randomUUID } from 'node:crypto';
import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { plant } from '../support/planted-row.js';
import { sql } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnTenant,
} from '../support/system-service.js';

/** The jobs of an instance on a Citus cluster: each has its first round at the start, and some write at the stop. */

jest.setTimeout(120_000);

const OLD = '2020-01-05T02:00:00.000Z';

(citusUrl ? describe : describe.skip)('the jobs on a Citus cluster', () => {
  let database: CitusDatabase;
  let tenants: OwnTenant[];
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string);
    const service = await startOwnService(database);
    tenants = [];
    for (let i = 0; i < 6; i += 1) tenants.push(await newTenantAt(service));
    await service.stop();
  }, 300_000);
  afterAll(async () => {
    await stopOwnServices();
    await database.drop();
  });

  const owner = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    sql<R>(database.ownerUrl, text, values);

  /** Lines of the log about something that went wrong. */
  const wrong = (log: { level?: unknown; msg?: unknown; err?: unknown }[]) =>
    log.filter(({ level, err }) => ['error', 'fatal', 50, 60].includes(level as never) || err !== undefined);

  it('delete rows that have ended, of tenants on every worker', async () => {
    const old = { created_at: OLD, updated_at: OLD, expires_at: OLD };
    for (const { id: tenant_id, admin } of tenants) {
      const own = (row: object) => ({ tenant_id, id: randomUUID(), ...row });
      await plant(database.ownerUrl, 'core.rate_windows', {
        tenant_id,
        api_key_id: randomUUID(),
        started_at: OLD,
        taken: 1,
      });
      await plant(
        database.ownerUrl,
        'core.account_links',
        own({ ...old, user_id: admin.id, purpose: 'reset', ended_at: OLD }),
      );
      await plant(
        database.ownerUrl,
        'core.account_letters',
        own({ created_at: OLD, kind: 'email_changed', due_at: OLD, done_at: OLD, outcome: 'sent' }),
      );
      await plant(database.ownerUrl, 'core.sessions', own({ created_at: OLD, expires_at: OLD, user_id: admin.id }));
      await plant(
        database.ownerUrl,
        'core.sign_in_entries',
        own({ id: '016f7000-0000-7000-8000-000000000001', user_id: admin.id, action: 'login', way: 'password' }),
      );
      await plant(
        database.ownerUrl,
        'kernel.outbox',
        own({ at: OLD, available_at: OLD, handled_at: OLD, name: 'old.event' }),
      );
      await plant(database.ownerUrl, 'kernel.idempotency_keys', own({ user_id: admin.id, created_at: OLD }));
    }
    const service = await startOwnService(database);
    const left = async () => {
      const rows = await owner<{ path: string; count: string }>(
        `select 'rate_windows' as path, count(*) from core.rate_windows where started_at = $1
         union all select 'account_links', count(*) from core.account_links where ended_at = $1
         union all select 'account_letters', count(*) from core.account_letters where created_at = $1
         union all select 'sessions', count(*) from core.sessions where expires_at = $1
         union all select 'sign_in_entries', count(*) from core.sign_in_entries where id = '016f7000-0000-7000-8000-000000000001'
         union all select 'outbox', count(*) from kernel.outbox where at = $1
         union all select 'idempotency_keys', count(*) from kernel.idempotency_keys where created_at = $1`,
        [OLD],
      );
      return rows.filter(({ count }) => count !== '0');
    };
    await eventually('all of it is gone', async () => (await left()).length === 0).catch(async (error: unknown) => {
      expect(await left()).toEqual([]);
      throw error;
    });
    expect(wrong(service.log())).toEqual([]);
    await service.stop();
  });

  it('tell of API keys that end, and of those without an administrator', async () => {
    const key = { scopes: '{}', role: 'viewer', allowed_addresses: '{}' };
    const soon = new Date(Date.now() + 2 * 86_400_000);
    for (const { id: tenant_id, admin } of tenants) {
      const own = (row: object) => ({ tenant_id, id: randomUUID(), reference: randomUUID(), ...key, ...row });
      const by = { created_by: admin.id, seen_by: admin.id };
      await plant(database.ownerUrl, 'core.api_keys', own({ ...by, name: 'ends', updated_at: OLD, expires_at: soon }));
      await plant(
        database.ownerUrl,
        'core.api_keys',
        own({ created_by: admin.id, seen_by: randomUUID(), name: 'alone' }),
      );
    }
    const service = await startOwnService(database);
    const told = () =>
      owner<{ kind: string; count: string }>(
        `select kind, count(distinct tenant_id) from core.account_letters where kind in ('key_expiring', 'key_suspended') group by kind order by kind`,
      );
    const all = ['key_expiring', 'key_suspended'].map((kind) => ({ kind, count: String(tenants.length) }));
    const isAll = async () => JSON.stringify(await told()) === JSON.stringify(all);
    await eventually('all are told', isAll, 20).catch(() => undefined);
    expect(wrong(service.log())).toEqual([]);
    expect(await told()).toEqual(all);
    await service.stop();
  });

  it('write uses of sessions and of API keys, of tenants on every worker', async () => {
    const service = await startOwnService(database);
    const keys: string[] = [];
    for (const { admin } of tenants) {
      const body = { name: 'Till', scopes: ['*:read'] };
      const made = await at(service).post('/api/v1/api-keys/', body, admin.token);
      expect(made.status).toBe(201);
      const { id, key } = made.body.data;
      keys.push(id);
      expect((await at(service).get('/v1/retail/products', key)).status).toBe(200);
      expect((await at(service).get('/api/v1/users/', admin.token)).status).toBe(200);
    }
    await service.stop();
    expect(wrong(service.log())).toEqual([]);
    const ids = tenants.map(({ id }) => id);
    const used = await owner('select id from core.api_keys where id = any ($1) and last_used_at is not null', [keys]);
    expect(used).toHaveLength(tenants.length);
    const seen = await owner(
      "select distinct tenant_id from core.sessions where tenant_id = any ($1) and last_seen_at > now() - interval '1 minute'",
      [ids],
    );
    expect(seen).toHaveLength(tenants.length);
  });
});
