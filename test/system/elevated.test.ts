import { randomUUID } from 'node:crypto';
import { NO_TENANT, migrate, type Database } from '@usaha/shared';
import { createDataSource, APP_ROLE } from '@usaha/shared/operation';
import { migrateDatabase } from '../../apps/api/dist/database/database-access.js';
import { migrations } from '../../apps/api/dist/database/persistence.js';
import { openDatabase, sourceOf } from '../support/opened-database.js';
import {
  clonedDatabase,
  dropDatabases,
  emptyDatabase,
  plantTenant,
  sql,
  throwawayServer,
  urlWith,
  type OwnDatabase,
} from '../support/system-database.js';
import { testState } from '../support/state.js';
import { at, newMemberAt, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/**
 * Where the service is given a role that could see past row level security (the owner of the tables, a superuser),
 * every transaction lays it down first.
 */

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const now = new Date();
const USERS = 'select r.id from core.users r where r.tenant_id = $1';

/** A tenant with one user, written by the owner past everything. */
async function plantTenantWithUser(url: string): Promise<string> {
  const tenant = await plantTenant(url);
  await sql(
    url,
    `insert into core.users (tenant_id, id, created_at, updated_at, username, email, role, status, permissions, mfa_enabled)
     values ($1, $2, now(), now(), 'a', 'a@example.com', 'admin', 'active', '{}', false)`,
    [tenant, randomUUID()],
  );
  return tenant;
}

describe('over a superuser’s connection', () => {
  let own: OwnDatabase;
  let database: Database;
  let tenant: string;
  beforeAll(async () => {
    own = await clonedDatabase();
    tenant = await plantTenantWithUser(own.ownerUrl);
    database = await openDatabase(own.ownerUrl);
  });
  afterAll(() => database.end());

  it('is known to be elevated, and a connection as the bound role is not', async () => {
    expect(database.isElevated).toBe(true);
    const bound = await openDatabase(own.appUrl);
    expect(bound.isElevated).toBe(false);
    await bound.end();
  });

  it('shows a tenant its own rows, and for a wrong tenant in the statement nothing', async () => {
    const seen = (tenant_id: string, asked: string) =>
      database.work({ tenant_id, actor: null, now }, (ctx) => ctx.db.read(USERS, [asked]));
    expect(await seen(tenant, tenant)).toHaveLength(1);
    expect(await seen(randomUUID(), tenant)).toEqual([]);
    expect(await seen(NO_TENANT, tenant)).toEqual([]);
    // The same statement past the door of a transaction, to prove that there was something to see.
    expect(await sql(own.ownerUrl, USERS, [tenant])).toHaveLength(1);
  });

  it('opens no door to the platform where the connection itself was opened with one', async () => {
    const everybody = 'select r.id from core.users r';
    const url = new URL(own.appUrl);
    url.searchParams.set('options', '-c app.platform=on');
    const open = await openDatabase(url.href);
    try {
      expect(await sourceOf(open).query(`select current_setting('app.platform') as platform`)).toEqual([
        { platform: 'on' },
      ]);
      const seen = await open.work({ tenant_id: NO_TENANT, actor: null, now }, (ctx) => ctx.db.read(everybody));
      expect(seen).toEqual([]);
    } finally {
      await open.end();
    }
  });

  it('refuses a write for another tenant', async () => {
    const write = database.work({ tenant_id: randomUUID(), actor: null, now }, (ctx) =>
      ctx.db.change(
        'insert into core.sign_in_counts (tenant_id, account, address, attempts, last_at) values ($1, $2, $3, $4, $5)',
        [tenant, 'a', 'b', [randomUUID()], now],
      ),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('runs every statement as the bound role: the first, one of several at once, and one after settling', async () => {
    await database.work({ tenant_id: tenant, actor: null, now }, async (ctx) => {
      const who = () =>
        ctx.db.read(`select current_user, current_setting('app.tenant_id'), current_setting('app.platform'),
                             current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')`);
      const rows = [await who(), ...(await Promise.all([who(), who(), who()]))].flat();
      await ctx.db.commitAndContinue();
      rows.push(...(await who()));
      await ctx.db.write('select 1');
      await ctx.db.commitAndContinue();
      rows.push(...(await Promise.all([who(), who()])).flat());
      expect(rows).toHaveLength(7);
      for (const row of rows) expect(row).toEqual([APP_ROLE, tenant, '', '4s', '90s']);
    });
  });

  it('leaves neither role nor tenant on a connection of the pool, whether the work was done or failed', async () => {
    const failing = database.work({ tenant_id: tenant, actor: null, now }, async (ctx) => {
      await ctx.db.read('select 1');
      throw new Error('broken off');
    });
    await expect(failing).rejects.toThrow('broken off');
    await expect(
      database.work({ tenant_id: tenant, actor: null, now }, (ctx) => ctx.db.write('select 1 / 0')),
    ).rejects.toThrow(/zero/);
    await database.work({ tenant_id: tenant, actor: null, now }, (ctx) => ctx.db.read('select 1'));
    for (let i = 0; i < 4; i += 1) {
      const [left] = await sourceOf(database).query<object[]>(
        `select current_user <> '${APP_ROLE}' as elevated, coalesce(current_setting('app.tenant_id', true), '') as tenant_id,
                coalesce(current_setting('app.platform', true), '') as platform`,
      );
      expect(left).toEqual({ elevated: true, tenant_id: '', platform: '' });
    }
  });

  it('never lets a statement run when the opening message fails', async () => {
    const transaction = database.transaction("x'; select 1; --");
    await expect(transaction.read(USERS, [tenant])).rejects.toThrow(/uuid/);
    await transaction.rollback();
    const first = await sourceOf(database).query<{ n: number }[]>('select 1 as n');
    expect(first).toEqual([{ n: 1 }]);
  });

  it('writes nothing as anybody but the bound role while it serves', async () => {
    const served = await clonedDatabase();
    // A check asks of every row that is written, as whom.
    for (const table of ['core.tenants', 'core.users', 'core.sessions', 'core.sign_in_counts', 'kernel.audit_entries'])
      await sql(
        served.ownerUrl,
        `alter table ${table} add constraint written_as check (current_user = '${APP_ROLE}') not valid`,
      );
    const service = await startOwnService({ appUrl: served.ownerUrl, ownerUrl: served.ownerUrl });
    const mine = await newTenantAt(service);
    const other = await newTenantAt(service);
    const member = await newMemberAt(service, mine, 'staff');
    expect((await at(service).get(`/v1/users/${member.id}`, mine.admin.token)).status).toBe(200);
    expect((await at(service).get(`/v1/users/${member.id}`, other.admin.token)).status).toBe(404);
    expect((await at(service).get('/v1/users', other.admin.token)).body.pagination.total).toBe(1);
    await expect(sql(served.ownerUrl, 'update core.users set mfa_enabled = false')).rejects.toThrow(/written_as/);
  });
});

describe('over the connection of an owner who is no superuser', () => {
  const role = `usaha_owner_${randomUUID().slice(0, 8)}`;
  const server = () => testState().ownerUrl as string;
  afterAll(async () => {
    await stopOwnServices();
    await dropDatabases();
    await sql(server(), `drop role if exists ${role}`);
  });

  it('serves, though everything but the way to the bound role is taken from the owner', async () => {
    const own = await emptyDatabase();
    await sql(server(), `create role ${role} login nosuperuser nobypassrls`);
    await sql(server(), `grant ${APP_ROLE} to ${role} with inherit false, set true`);
    await sql(server(), `alter database ${own.name} owner to ${role}`);
    const url = urlWith(own.ownerUrl, { user: role });
    expect((await migrateDatabase({ url, ownerUrl: url, directUrl: null })).length).toBeGreaterThanOrEqual(2);
    // From here on a statement outside a tenant's transaction is refused by PostgreSQL itself.
    const tables = await sql<{ path: string }>(
      own.ownerUrl,
      `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and c.relrowsecurity`,
    );
    for (const { path } of tables) await sql(own.ownerUrl, `revoke all on ${path} from ${role}`);
    // Foreign keys are looked up, and the row locked, as the owner of the tables.
    await sql(own.ownerUrl, `grant select, update on core.tenants to ${role}`);
    await expect(sql(url, 'select 1 from core.users')).rejects.toThrow(/permission denied/);

    const service = await startOwnService({ appUrl: url, ownerUrl: url });
    const tenant = await newTenantAt(service);
    const other = await newTenantAt(service);
    const member = await newMemberAt(service, tenant, 'manager', { ic_number: '900101-14-5678' });
    const { token } = tenant.admin;
    expect((await at(service).get('/api/v1/users/', token)).body.pagination.total).toBe(2);
    expect((await at(service).get('/api/v1/tenants/', token)).body.pagination.total).toBe(1);
    expect((await at(service).get('/api/v1/audit/', token)).body.pagination.total).toBeGreaterThan(0);
    expect((await at(service).put(`/v1/users/${member.id}`, { role: 'STAFF' }, token)).status).toBe(200);
    expect((await at(service).get(`/v1/users/${member.id}`, other.admin.token)).status).toBe(404);
    expect((await at(service).post('/v1/auth/logout', undefined, member.token)).status).toBe(200);
    expect((await at(service).get('/health/ready')).status).toBe(200);
    await service.stop();
  });
});

describe('on a separate server', () => {
  let server: Awaited<ReturnType<typeof throwawayServer>>;
  let ownerUrl: string;
  beforeAll(async () => {
    server = await throwawayServer();
    ownerUrl = server.url('usaha', 'usaha');
  });
  afterAll(() => server.remove());

  const start = (url: string) => startOwnService({ appUrl: url, ownerUrl: url });
  const migrated = async (url: string) => {
    const owner = await createDataSource({ url, entities: [], migrations, poolSize: 2 }).initialize();
    try {
      return await migrate(owner);
    } finally {
      await owner.destroy();
    }
  };

  it('a migrating user who may not make roles is told what an administrator has to run', async () => {
    await sql(ownerUrl, 'create role plain login');
    await sql(ownerUrl, 'create database plain owner plain');
    // No stack: its reader can mend it.
    await expect(start(server.url('plain', 'plain'))).rejects.toThrow(
      /^(?!.*\n {4}at )[^]*\nThe role usaha_app is missing and plain may not make it\. Let an administrator run: CREATE ROLE usaha_app NOLOGIN; GRANT usaha_app TO plain;\n$/,
    );
  });

  it('a migrating user with CREATEROLE makes the bound role, and may take it without inheriting from it', async () => {
    await sql(ownerUrl, 'create role maker login createrole');
    await sql(ownerUrl, 'create database maker owner maker');
    const url = server.url('maker', 'maker');
    expect((await migrated(url)).length).toBeGreaterThanOrEqual(2);
    const database = await openDatabase(url);
    const rows = await database.work({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
      ctx.db.read(`select current_user, pg_has_role(session_user, '${APP_ROLE}', 'USAGE')`),
    );
    await database.end();
    expect(rows).toEqual([[APP_ROLE, false]]);
  });

  it.each([
    ['can bypass row level security', `alter role ${APP_ROLE} bypassrls`, `alter role ${APP_ROLE} nobypassrls`],
    ['is a superuser', `alter role ${APP_ROLE} superuser`, `alter role ${APP_ROLE} nosuperuser`],
    ['owns a table', `create table aside (); alter table aside owner to ${APP_ROLE}`, 'drop table aside'],
  ])('the service refuses to start when its role %s', async (_, harm, mend) => {
    await migrated(ownerUrl);
    await sql(ownerUrl, harm);
    await expect(start(ownerUrl)).rejects.toThrow(
      /^The server did not start:\n(?:Usaha [^\n]*\n)?(?:Migrated.*\n)?The database role usaha_app is missing, owns tables, or can bypass row level security\n$/,
    );
    await sql(ownerUrl, mend);
  });

  it('the service refuses to start as a user who may not take the bound role', async () => {
    await sql(ownerUrl, 'create role stranger login');
    const work = openDatabase(server.url('stranger', 'usaha'));
    await expect(work).rejects.toThrow(/may not SET ROLE usaha_app; an administrator has to GRANT it/);
  });
});
