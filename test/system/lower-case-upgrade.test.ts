import { randomUUID } from 'node:crypto';
import type { DataSource, MigrationInterface } from 'typeorm';
import { TokenService, hashPassword } from '@usaha/core';
import { migrate } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import { migrations } from '../../apps/api/dist/database/persistence.js';
import type { Json } from '../support/client.js';
import { PASSWORD } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';
import { at, signInAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** Databases of releases that stored closed sets in upper case: every row survives, and both surfaces show it as before. */

// A database from nothing, and a start of the service.
jest.setTimeout(180_000);

const FIRST = 1763805000000;
const LAST = 1763805100000;
const stamp = ({ name }: { name: string }): number => Number(name.slice(-13));

/** Closed sets as those releases knew them. */
const sets = {
  business_type: ['RETAIL', 'HEALTHCARE', 'EDUCATION', 'LOGISTICS', 'BEAUTY'],
  plan: ['STARTER', 'GROWTH', 'PRO', 'ENTERPRISE'],
  pricing_model: ['SUBSCRIPTION', 'PERPETUAL'],
  tenant: ['ACTIVE', 'PENDING', 'SUSPENDED', 'TERMINATED'],
  role: ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER'],
  user: ['ACTIVE', 'PENDING', 'INACTIVE', 'DISABLED'],
  cycle: ['MONTHLY', 'YEARLY', 'ONE_TIME'],
  subscription: ['ACTIVE', 'CANCELLED', 'EXPIRED', 'PENDING'],
  module: ['ENABLED', 'DISABLED', 'USABLE'],
  payment_type: ['CHARGE', 'REFUND', 'CREDIT', 'ADJUSTMENT'],
  payment: ['COMPLETED', 'PENDING', 'FAILED', 'REFUNDED'],
  refund: ['COMPLETED', 'PENDING', 'FAILED'],
  product: ['ACTIVE', 'INACTIVE', 'DISCONTINUED'],
} as const;

/** Enough rows that every value of every set stands in one; a shorter set begins again. */
const rows = <R>(length: number, row: (pick: (set: keyof typeof sets) => string, i: number) => R): R[] =>
  Array.from({ length }, (_, i) => row((set) => sets[set][i % sets[set].length] as string, i));

const TENANT = randomUUID();
const NOW = new Date();
const record = () => ({ id: randomUUID(), created_at: NOW, updated_at: NOW });
const own = () => ({ tenant_id: TENANT, ...record() });

const users = sets.user.flatMap((status, s) =>
  sets.role.map((role, r) => ({
    ...own(),
    username: `u${s}${r}`,
    email: `u${s}${r}@example.com`,
    password_hash: null as string | null,
    role,
    status,
    permissions: [],
    mfa_enabled: false,
  })),
);
const [admin, manager] = users as [(typeof users)[0], (typeof users)[0]];
const tenants = rows(5, (pick, i) => ({
  ...record(),
  ...(i === 0 ? { id: TENANT } : {}),
  name: `Kedai ${i}`,
  slug: `kedai-${i}`,
  schema_name: `kedai_${i}`,
  business_type: pick('business_type'),
  subscription_plan: pick('plan'),
  pricing_model: pick('pricing_model'),
  status: pick('tenant'),
  settings: { status: 'ACTIVE' },
  created_by: admin.id,
}));
/** The same person in a tenant that is suspended. */
const elsewhere = { ...admin, id: randomUUID(), tenant_id: tenants.find(({ status }) => status === 'SUSPENDED')?.id };
/** The creator of a tenant is its administrator from then on. */
const others = tenants
  .filter(({ id }) => id !== TENANT && id !== elsewhere.tenant_id)
  .map(({ id }) => ({ ...admin, id: randomUUID(), tenant_id: id }));
const subscriptions = rows(12, (pick) => ({
  ...own(),
  plan_type: pick('plan'),
  plan_id: 'Any PLAN',
  billing_cycle: pick('cycle'),
  status: pick('subscription'),
  starts_at: NOW,
  amount: 49,
  currency: 'MYR',
  modules: ['retail'],
  module_limit: 1,
  user_limit: 5,
  features: { status: 'ACTIVE' },
  paid_amount: 0,
  terms_paid: 0,
  counted_from: NOW,
}));
const payments = rows(4, (pick) => ({
  ...own(),
  type: pick('payment_type'),
  amount: 90,
  currency: 'MYR',
  status: pick('payment'),
  payment_method: 'FPX',
  metadata: { status: 'PENDING' },
  refunded_amount: pick('payment') === 'REFUNDED' ? 90 : 30,
  reserved_amount: pick('payment') === 'COMPLETED' ? 30 : 0,
  failure_reason: pick('payment') === 'FAILED' ? 'declined' : null,
}));
const [completed] = payments as [(typeof payments)[0]];
const refunds = rows(3, (pick) => ({
  ...own(),
  payment_id: completed.id,
  amount: 30,
  status: pick('refund'),
  failure_reason: pick('refund') === 'FAILED' ? 'declined' : null,
}));
const modules = rows(3, (pick, i) => ({
  ...own(),
  module: ['retail', 'healthcare', 'education'][i],
  status: pick('module'),
}));
const products = rows(3, (pick, i) => ({
  ...own(),
  sku: `SKU-${i}`,
  name: `Kopi ${i}`,
  current_stock: 0,
  stock_tracked: false,
  distributed: 0,
  minimum_stock: 0,
  selling_price: 9.9,
  tax_rate: 6,
  status: pick('product'),
  attributes: { status: 'ACTIVE' },
}));
const sessions = [
  { tenant_id: TENANT, id: randomUUID(), user_id: admin.id, created_at: NOW, expires_at: new Date(Date.now() + 3.6e6) },
];
const event = (name: string, status: string, handled_at: Date | null) => {
  const facts = { tenant_id: TENANT, id: randomUUID(), at: NOW, done: [], attempts: 0, available_at: NOW };
  // Parked, so that it is still there when the service has run.
  return { ...facts, name, payload: { amount: 90, status }, handled_at, parked_at: handled_at ? null : NOW };
};
const outbox = [
  event('payment.completed', 'COMPLETED', null),
  event('payment.failed', 'FAILED', NOW),
  event('another.event', 'ACTIVE', null),
];
const audit_entries = [
  {
    tenant_id: TENANT,
    id: randomUUID(),
    at: NOW,
    actor_id: admin.id,
    action: 'update',
    record_type: 'user',
    record_id: manager.id,
    changes: { role: { before: 'STAFF', after: 'MANAGER' } },
  },
];

/** The rows to plant, parents first. */
const planted: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'core.tenants': tenants,
  'core.users': [...users, elsewhere, ...others],
  'core.sessions': sessions,
  'core.subscriptions': subscriptions,
  'core.payments': payments,
  'core.refunds': refunds,
  'core.tenant_modules': modules,
  'retail.products': products,
  'kernel.outbox': outbox,
  'kernel.audit_entries': audit_entries,
};

/** Columns that hold closed sets; every other column stays as it is. */
const concerned: Readonly<Record<string, readonly string[]>> = {
  'core.tenants': ['business_type', 'subscription_plan', 'pricing_model', 'status'],
  'core.users': ['role', 'status'],
  'core.subscriptions': ['plan_type', 'billing_cycle', 'status'],
  'core.payments': ['type', 'status'],
  'core.refunds': ['status'],
  'core.tenant_modules': ['status'],
  'retail.products': ['status'],
};

let database: OwnDatabase;

async function plant(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row).join(', ');
  const from = `select ${columns} from jsonb_populate_record(null::${table}, $1)`;
  await sql(database.ownerUrl, `insert into ${table} (${columns}) ${from}`, [row]);
}

/** All rows of the tables that were planted, generated columns too. */
async function everything(): Promise<Record<string, Json[]>> {
  const read = Object.keys(planted).map(async (table): Promise<[string, Json[]]> => {
    const found = await sql<{ row: Json }>(
      database.ownerUrl,
      `select to_jsonb(r) as row from ${table} r order by r.id`,
    );
    return [table, found.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(read));
}

async function withMigrations<T>(which: (m: { name: string }) => boolean, work: (owner: DataSource) => Promise<T>) {
  const chosen: (new () => MigrationInterface)[] = migrations.filter(which);
  const owner = createDataSource({ url: database.ownerUrl, entities: [], migrations: chosen, poolSize: 2 });
  await owner.initialize();
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** A row as it is to be stored from now on. */
function inLowerCase(table: string, row: Json): Json {
  const changed = (concerned[table] ?? []).map((column) => [column, row[column].toLowerCase()]);
  const payload = table === 'kernel.outbox' &&
    row.name === 'payment.completed' && { ...row.payload, status: 'completed' };
  return { ...row, ...Object.fromEntries(changed), ...(payload ? { payload } : {}) };
}

let before: Record<string, Json[]>;
beforeAll(async () => {
  database = await emptyDatabase();
  admin.password_hash = elsewhere.password_hash = await hashPassword(PASSWORD);
  // Users without a password would be pending after the upgrade.
  const password_hash = await hashPassword('theirs alone');
  for (const user of [...users, ...others]) if (user.status === 'ACTIVE') user.password_hash ??= password_hash;
  await withMigrations((m) => stamp(m) < FIRST, migrate);
  for (const [table, its] of Object.entries(planted)) for (const row of its) await plant(table, row);
  before = await everything();
});

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

describe('a database with closed sets in upper case', () => {
  it('has them in lower case after the upgrade, and nothing else is changed: no version, no date, no history', async () => {
    await withMigrations((m) => stamp(m) <= LAST, migrate);
    const expected = Object.entries(before).map(([table, its]) => [table, its.map((row) => inLowerCase(table, row))]);
    expect(await everything()).toEqual(Object.fromEntries(expected));
  });

  it('takes no value in upper case any more', async () => {
    for (const [table, columns] of Object.entries(concerned))
      for (const column of columns) {
        const update = sql(database.ownerUrl, `update ${table} set ${column} = upper(${column})`);
        await expect(update).rejects.toThrow(/violates check constraint/);
      }
  });

  it('is as it was when the upgrade is taken back', async () => {
    await withMigrations(
      (m) => stamp(m) <= LAST,
      async (owner) => {
        await owner.undoLastMigration();
        await owner.undoLastMigration();
      },
    );
    expect(await everything()).toEqual(before);
  });
});

describe('the service, started on such a database', () => {
  let service: OwnService;
  let token: string;
  beforeAll(async () => {
    service = await startOwnService(database);
    ({ token } = await signInAt(service, admin.email));
  });

  const list = async (path: string): Promise<Json[]> => {
    const { status, body } = await at(service).get(path, token);
    expect({ path, status }).toEqual({ path, status: 200 });
    return Array.isArray(body.data)
      ? body.data
      : Object.values(body).flatMap((value) => (Array.isArray(value) ? value : []));
  };
  const byId = (shown: Json[], ...fields: string[]) =>
    Object.fromEntries(shown.map((row) => [row.id, fields.map((field) => row[field])]));

  it('takes tokens that were handed out before', async () => {
    const [id = '', secret = ''] = testSecrets.JWT_KEYS.split(':');
    const tokens = new TokenService({ keys: [[id, Buffer.from(secret)]] });
    const who = { user_id: admin.id, tenant_id: TENANT, session_id: sessions[0]?.id ?? '' };
    const old = tokens.issue('access', who, NOW);
    expect((await at(service).get(`/v1/users/${admin.id}`, old)).body).toMatchObject({ id: admin.id, role: 'ADMIN' });
    const refreshed = await at(service).post('/v1/auth/refresh', { refresh_token: tokens.issue('refresh', who, NOW) });
    expect(refreshed.status).toBe(200);
  });

  it('shows on the contract surface what it showed before, in upper case', async () => {
    expect(byId(await list('/v1/users?limit=100'), 'role', 'status')).toEqual(byId(users, 'role', 'status'));
    const shown = await list('/v1/tenants');
    const ofTenant = ['business_type', 'status'] as const;
    expect(byId(shown, ...ofTenant)).toEqual(byId(tenants, ...ofTenant));
    // A plan is that of the subscription in force, whichever stood in the row.
    for (const { subscription_plan, pricing_model } of shown) {
      expect(['STARTER', 'GROWTH', 'PRO', 'ENTERPRISE']).toContain(subscription_plan);
      expect(['SUBSCRIPTION', 'PERPETUAL']).toContain(pricing_model);
    }
    const ofSubscription = ['plan_type', 'billing_cycle', 'status'] as const;
    expect(byId(await list('/v1/subscriptions'), ...ofSubscription)).toEqual(byId(subscriptions, ...ofSubscription));
    expect(byId(await list('/v1/retail/products'), 'status')).toEqual(byId(products, 'status'));
  });

  it('shows on the reference surface what it showed before, in lower case', async () => {
    const word = (text: string) => (text === 'VIEWER' ? 'user' : text.toLowerCase());
    const lower = (its: readonly Json[], ...fields: string[]) =>
      Object.fromEntries(its.map((row) => [row.id, fields.map((field) => word(row[field]))]));
    expect(byId(await list('/api/v1/users/?page_size=100'), 'role')).toEqual(lower(users, 'role'));
    expect(byId(await list('/api/v1/tenants/'), 'business_type')).toEqual(lower(tenants, 'business_type'));
    const ofSubscription = ['billing_cycle', 'status'];
    expect(byId(await list('/api/v1/subscriptions/'), ...ofSubscription)).toEqual(
      lower(subscriptions, ...ofSubscription),
    );
    const shown = await list('/api/v1/payments/');
    expect(byId(shown, 'type', 'status')).toEqual(lower(payments, 'type', 'status'));
    const kept = refunds.filter(({ status }) => status !== 'FAILED');
    expect(byId(shown.find(({ id }) => id === completed.id)?.refunds, 'status')).toEqual(lower(kept, 'status'));
    const active = (its: readonly Json[]) => Object.fromEntries(its.map((r) => [r.id, [r.status === 'ACTIVE']]));
    expect(byId(await list('/api/v1/users/?page_size=100'), 'is_active')).toEqual(active(users));
    expect(byId(await list('/api/v1/retail/products/'), 'is_active')).toEqual(active(products));
  });

  it('finds them by the words that it found them by', async () => {
    const count = async (path: string) => (await list(path)).length;
    expect(await count('/v1/users?role=STAFF')).toBe(4);
    expect(await count('/api/v1/users/?role=user')).toBe(4);
    expect(await count('/v1/subscriptions?status=cancelled')).toBe(3);
    expect(await count('/api/v1/payments/?status=failed')).toBe(1);
    expect(await count('/api/v1/tenants/?business_type=beauty&is_active=true')).toBe(1);
  });

  it('heeds them: a disabled module, a suspended tenant', async () => {
    const refused = await at(service).get('/api/v1/healthcare/patients/', token);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'MODULE_DISABLED']);
    const { tenant_id, email } = elsewhere;
    const signIn = async () =>
      (await at(service).post('/api/v1/auth/login/', { username: email, password: PASSWORD, tenant_id })).status;
    expect(await signIn()).toBe(401);
    await sql(database.ownerUrl, `update core.tenants set status = 'active' where id = $1`, [tenant_id]);
    expect(await signIn()).toBe(200);
  });

  it('shows history as it was written', async () => {
    const [entry] = await list(`/api/v1/audit/?record_id=${manager.id}`);
    expect(entry?.changes).toEqual({ role: { before: 'STAFF', after: 'MANAGER' } });
  });
});
