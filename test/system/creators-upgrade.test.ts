import { randomUUID } from 'node:crypto';
import { PowerOfCreators1764600200000 } from '../../libs/core/dist/migrations/1764600200000-power-of-creators.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** What the upgrade reads from the audit trail about passwords that were set before it. */

const PLATFORM = '00000000-0000-0000-0000-000000000000';

interface Planted {
  tenant_id: string;
  id: string;
}

interface Account {
  password_is_own: boolean;
  power_ended_in: number | null;
  proof_email: string | null;
}

let database: OwnDatabase;
let home: string;
let instant = 0;

async function user(tenant_id: string, role = 'admin'): Promise<Planted> {
  const id = randomUUID();
  await sql(
    database.ownerUrl,
    `insert into core.users (tenant_id, id, created_at, updated_at, version, username, email, password_hash, role, status, permissions, mfa_enabled)
     values ($1, $2, now(), now(), 3, $3, $3, 'hash', $4, 'active', '{}', false)`,
    [tenant_id, id, `${id}@example.com`, role],
  );
  return { tenant_id, id };
}

/** An entry of the trail, later than those before it. */
async function told(
  { tenant_id, id }: Planted,
  action: string,
  actor_id: string | null,
  field = 'password_hash',
): Promise<void> {
  instant += 1;
  const entry = `00000000-0000-7000-8000-${String(instant).padStart(12, '0')}`;
  await sql(
    database.ownerUrl,
    `insert into kernel.audit_entries (tenant_id, id, at, actor_id, action, record_type, record_id, changes)
     values ($1, $2, now(), $3, $4, 'user', $5, jsonb_build_object($6::text, '{"withheld": true}'::jsonb))`,
    [tenant_id, entry, actor_id, action, id, field],
  );
}

/** A tenant that an account of another created, and the account's membership there. */
async function created(by: Planted): Promise<Planted> {
  const tenant_id = await plantTenant(database.ownerUrl);
  const seat = await user(tenant_id);
  await sql(database.ownerUrl, 'update core.tenants set created_by = $2, creator_member_id = $3 where id = $1', [
    tenant_id,
    by.id,
    seat.id,
  ]);
  await told(seat, 'create', by.id);
  return seat;
}

const read = async ({ id }: Planted): Promise<Account> => {
  const [row] = await sql<Account>(
    database.ownerUrl,
    'select password_is_own, power_ended_in, proof_email from core.users where id = $1',
    [id],
  );
  return row as Account;
};

async function upgrade(): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const migration = new PowerOfCreators1764600200000();
    await migration.down(runner);
    await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

beforeAll(async () => {
  database = await clonedDatabase();
  home = await plantTenant(database.ownerUrl);
});
afterAll(dropDatabases);

it('ends the power of accounts whose password or e-mail another person has set, and keeps all others (A-391)', async () => {
  const another = randomUUID();
  const accounts = {
    untold: await user(home),
    registered: await user(home),
    reset: await user(home),
    resetThenChanged: await user(home),
    byOperator: await user(home),
    moved: await user(home),
    madeByAnother: await user(home),
    madeThenChanged: await user(home),
  };
  const seats = await Promise.all(Object.values(accounts).map(created));
  const { registered, reset, resetThenChanged, byOperator, moved, madeByAnother, madeThenChanged } = accounts;
  await told(registered, 'take_tenant', registered.id);
  await told(registered, 'update', registered.id, 'email');
  await told(registered, 'update', another, 'first_name');
  await told(reset, 'take_tenant', reset.id);
  await told(reset, 'update', another);
  await told(resetThenChanged, 'update', another);
  await told(resetThenChanged, 'change_password', resetThenChanged.id);
  await told(byOperator, 'reset_password', null);
  await told(moved, 'update', another, 'email');
  await told(madeByAnother, 'create', another);
  await told(madeThenChanged, 'create', another);
  await told(madeThenChanged, 'change_password', madeThenChanged.id);
  const staff = await user(home, 'staff');
  const tenantless = await user(PLATFORM, 'viewer');

  await upgrade();

  const kept = { password_is_own: true, power_ended_in: null, proof_email: null };
  const ended = (of: Planted, password_is_own: boolean) => ({
    password_is_own,
    power_ended_in: 3,
    proof_email: `${of.id}@example.com`,
  });
  const now = Object.fromEntries(
    await Promise.all(Object.entries(accounts).map(async ([name, one]) => [name, await read(one)] as const)),
  );
  expect(now).toEqual({
    untold: kept,
    registered: kept,
    reset: ended(reset, false),
    resetThenChanged: ended(resetThenChanged, true),
    byOperator: ended(byOperator, false),
    moved: { ...ended(moved, true), proof_email: '' },
    madeByAnother: ended(madeByAnother, false),
    madeThenChanged: kept,
  });
  for (const seat of seats) expect(await read(seat)).toEqual(kept);
  expect(await read(staff)).toEqual({ ...kept, password_is_own: false });
  expect(await read(tenantless)).toEqual(kept);
  const [row] = await sql<{ versions: number[] }>(
    database.ownerUrl,
    'select array_agg(distinct creator_version) as versions from core.tenants',
  );
  expect(row?.versions).toEqual([0]);
});
