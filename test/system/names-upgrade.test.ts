import { randomUUID } from 'node:crypto';
import { SignInNames1764600220000 } from '../../libs/core/dist/migrations/1764600220000-sign-in-names.js';
import { Suspenders1764600210000 } from '../../libs/core/dist/migrations/1764600210000-suspenders.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { PASSWORD } from '../support/people.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** What the upgrades make of names that collide already, and of tenants that are suspended. */

jest.setTimeout(120_000);

const OPERATOR = '00000000-0000-7000-8000-000000000001';

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

interface Migration {
  up(runner: unknown): Promise<void>;
  down(runner: unknown): Promise<void>;
}

/** Undoes a migration, lets something happen as it could before, and does it again. */
async function upgraded(migration: Migration, before: () => Promise<void>): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await migration.down(runner);
    await before();
    await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

const set = (id: string, column: 'slug' | 'schema_name', value: string) =>
  sql(database.ownerUrl, `update core.tenants set ${column} = $2 where id = $1`, [id, value]);

it('keeps names that collide: each is found as it is spelled, the slug before the schema name, in other cases the slug and the older (A-392)', async () => {
  const [one, other, older, younger] = [
    await newTenantAt(service),
    await newTenantAt(service),
    await newTenantAt(service),
    await newTenantAt(service),
  ];
  await upgraded(new SignInNames1764600220000(), async () => {
    // Another's slug is this one's schema name, as it is and in capitals.
    await set(one.id, 'schema_name', other.slug);
    await set(older.id, 'schema_name', 'Kedai_Lama');
    await set(younger.id, 'schema_name', 'KEDAI_LAMA');
  });
  const found = async (email: string, tenant_slug: string) =>
    (await at(service).post('/v1/auth/login', { email, password: PASSWORD, tenant_slug })).status;
  expect(await found(other.admin.email, other.slug)).toBe(200);
  expect(await found(other.admin.email, other.slug.toUpperCase())).toBe(200);
  expect(await found(one.admin.email, one.slug)).toBe(200);
  expect(await found(one.admin.email, other.slug)).toBe(401);
  expect(await found(older.admin.email, 'Kedai_Lama')).toBe(200);
  expect(await found(younger.admin.email, 'KEDAI_LAMA')).toBe(200);
  expect(await found(older.admin.email, 'kedai_lama')).toBe(200);
  expect(await found(younger.admin.email, 'kedai_lama')).toBe(401);
  // Each can be changed as before, and gives up no name that is the other's.
  for (const { id, admin } of [one, younger]) {
    const body = { schema_name: `eigen_${id}`, name: 'Kedai' };
    expect((await at(service).put(`/api/v1/tenants/${id}/`, body, admin.token)).status).toBe(200);
  }
  expect(await found(other.admin.email, other.slug)).toBe(200);
  expect(await found(older.admin.email, 'kedai_lama')).toBe(200);
});

it('reads from the trail who suspended a tenant; where that does not say, it was the operator (A-391)', async () => {
  const operator = randomUUID();
  const tenants = {
    own: await plantTenant(database.ownerUrl),
    operators: await plantTenant(database.ownerUrl),
    untold: await plantTenant(database.ownerUrl),
    active: await plantTenant(database.ownerUrl),
  };
  await sql(
    database.ownerUrl,
    `insert into core.users (tenant_id, id, created_at, updated_at, username, email, role, status, permissions, mfa_enabled)
     values ($1, $2, now(), now(), 'op', 'op', 'admin', 'active', '{}', false)`,
    [OPERATOR, operator],
  );
  const suspend = async (id: string, actor_id: string | null): Promise<void> => {
    await sql(database.ownerUrl, `update core.tenants set status = 'suspended' where id = $1`, [id]);
    if (actor_id === null) return;
    await sql(
      database.ownerUrl,
      `insert into kernel.audit_entries (tenant_id, id, at, actor_id, action, record_type, record_id, changes)
       values ($1, gen_random_uuid(), now(), $2, 'update', 'tenant', $1, '{"status": {"before": "ACTIVE", "after": "SUSPENDED"}}')`,
      [id, actor_id],
    );
  };
  await upgraded(new Suspenders1764600210000(), async () => {
    await suspend(tenants.own, randomUUID());
    await suspend(tenants.operators, operator);
    await suspend(tenants.untold, null);
  });
  const rows = await sql<{ id: string; suspended_by: string | null }>(
    database.ownerUrl,
    'select id, suspended_by from core.tenants where id = any($1)',
    [Object.values(tenants)],
  );
  const by = new Map(rows.map(({ id, suspended_by }) => [id, suspended_by]));
  expect(Object.fromEntries(Object.entries(tenants).map(([name, id]) => [name, by.get(id)]))).toEqual({
    own: 'tenant',
    operators: 'operator',
    untold: null,
    active: null,
  });
});
