import { randomUUID } from 'node:crypto';
import { SubscriptionTime1764970000000 } from '../../libs/core/dist/migrations/1764970000000-subscription-time.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** What the upgrade makes of subscriptions that an earlier release kept. */

let database: OwnDatabase;
let tenant_id: string;
const NOW = new Date();
const days = (count: number): Date => new Date(NOW.getTime() + count * 86_400_000);

async function run(verb: 'up' | 'down'): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await new SubscriptionTime1764970000000()[verb](runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

beforeAll(async () => {
  database = await clonedDatabase();
  await run('down');
  tenant_id = await plantTenant(database.ownerUrl);
});
afterAll(dropDatabases);

interface Old {
  starts_at: Date;
  counted_from?: Date;
  ends_at: Date | null;
  status?: string;
  plan_type?: string;
  amount: number;
  paid_amount?: number;
  terms_paid?: number;
}

async function subscription({ counted_from, status = 'active', plan_type = 'starter', ...old }: Old): Promise<string> {
  const id = randomUUID();
  const cycle = old.ends_at === null ? 'one_time' : 'monthly';
  await sql(
    database.ownerUrl,
    `insert into core.subscriptions (tenant_id, id, created_at, updated_at, version, plan_type, plan_id, billing_cycle, status,
       starts_at, ends_at, renews_at, amount, currency, modules, module_limit, user_limit, features, paid_amount, terms_paid, counted_from)
     values ($1, $2, $3, $3, 4, $4, $4, $5, $6, $3, $7, $7, $8, 'MYR', '{}', 1, 5, '{}', $9, $10, $11)`,
    [
      tenant_id,
      id,
      old.starts_at,
      plan_type,
      cycle,
      status,
      old.ends_at,
      old.amount,
      old.paid_amount ?? 0,
      old.terms_paid ?? 0,
      counted_from ?? old.starts_at,
    ],
  );
  return id;
}

let instant = 0;
/** An entry of the trail, in the form of release 1.1.0 or of 1.2.0. */
async function entry(
  record_id: string,
  action: string,
  at: Date,
  changes: Record<string, [unknown, unknown]>,
  form: '1.1.0' | '1.2.0',
) {
  instant += 1;
  const stored =
    form === '1.2.0'
      ? changes
      : Object.fromEntries(Object.entries(changes).map(([name, [before, after]]) => [name, { before, after }]));
  await sql(
    database.ownerUrl,
    `insert into kernel.audit_entries (tenant_id, id, at, action, record_type, record_id, changes)
     values ($1, $2, $3, $4, 'subscription', $5, $6)`,
    [
      tenant_id,
      `00000000-0000-7000-8000-${String(instant).padStart(12, '0')}`,
      at,
      action,
      record_id,
      JSON.stringify(stored),
    ],
  );
}

async function payment(subscription_id: string, amount: number, status: string, refunded = 0, currency = 'MYR') {
  await sql(
    database.ownerUrl,
    `insert into core.payments (tenant_id, id, created_at, updated_at, version, subscription_id, type, amount, currency, status, payment_method,
       metadata, refunded_amount, reserved_amount, failure_reason)
     values ($1, $2, now(), now(), 1, $3, 'charge', $4, $5, $6, 'fpx', '{}', $7, 0, case when $6 = 'failed' then 'declined' end)`,
    [tenant_id, randomUUID(), subscription_id, amount, currency, status, refunded],
  );
}

it('A-331: repairs what an upgrade made expire, fills sums, and leaves the rest as it was', async () => {
  const start = days(-100);
  // 3 × 49 paid; on day 70 an upgrade to GROWTH ended it at once: 20 days of the third term were left.
  const upgraded = async (form: '1.1.0' | '1.2.0', status: string) => {
    const id = await subscription({
      starts_at: start,
      ends_at: days(-70),
      plan_type: 'growth',
      amount: 129,
      paid_amount: 147,
      terms_paid: 1,
      status,
    });
    await payment(id, 147, 'completed');
    const ends = new Date(days(-30).getTime() + 20 * 86_400_000);
    await entry(id, 'create', start, { ends_at: [null, days(-70)] }, form);
    await entry(
      id,
      'update',
      days(-30),
      {
        plan_type: ['starter', 'growth'],
        amount: [49, 129],
        terms_paid: [3, 1],
        ends_at: [ends, days(-70)],
      },
      form,
    );
    if (status === 'expired') await entry(id, 'expire', days(-29), { status: ['active', 'expired'] }, form);
    return id;
  };
  const harmed = [await upgraded('1.1.0', 'expired'), await upgraded('1.2.0', 'active')];
  const expired = await subscription({
    starts_at: start,
    ends_at: days(-10),
    amount: 49,
    paid_amount: 98,
    terms_paid: 2,
    status: 'expired',
  });
  await entry(expired, 'pay', days(-90), { ends_at: [days(-70), days(-10)], terms_paid: [1, 2] }, '1.1.0');
  const revived = await subscription({
    starts_at: start,
    counted_from: days(-5),
    ends_at: days(25),
    amount: 49,
    paid_amount: 49,
    terms_paid: 1,
  });
  await payment(revived, 49, 'completed');
  await payment(revived, 98, 'completed', 40);
  await payment(revived, 98, 'refunded', 98);
  await payment(revived, 500, 'failed');
  await payment(revived, 500, 'pending');
  await payment(revived, 500, 'completed', 0, 'USD');
  const unpaid = await subscription({ starts_at: start, ends_at: null, amount: 1_490 });
  const before = await sql<Record<string, unknown>>(
    database.ownerUrl,
    'select id, ends_at, version from core.subscriptions',
  );

  await run('up');

  const rows = await sql<Record<string, unknown>>(
    database.ownerUrl,
    `select id, status, ends_at, renews_at, counted_from, carried_from, carried_amount, paid_amount, terms_paid, granted_terms, money_from,
            received_amount, version from core.subscriptions`,
  );
  const of = (id: string) => rows.find((row) => row.id === id) as Record<string, unknown>;
  const wasOf = (id: string) => before.find((row) => row.id === id) as Record<string, unknown>;
  for (const id of harmed) {
    const row = of(id);
    expect(row).toMatchObject({
      status: 'active',
      paid_amount: '0.00',
      terms_paid: 0,
      received_amount: '147.00',
      version: 5,
    });
    // Twenty days of a month of 28 to 31 days, of 49.00.
    const value = Number(row.carried_amount);
    expect(value).toBeGreaterThan(31.5);
    expect(value).toBeLessThan(35.1);
    const seconds = ((row.ends_at as Date).getTime() - (row.carried_from as Date).getTime()) / 1_000;
    expect(seconds / 86_400 / (value / 129)).toBeGreaterThan(27.9);
    expect(seconds / 86_400 / (value / 129)).toBeLessThan(31.1);
    expect([row.renews_at, row.counted_from]).toEqual([row.ends_at, row.ends_at]);
    const entries = await sql(
      database.ownerUrl,
      'select kind, position, paid_amount, left_amount from core.subscription_entries where subscription_id = $1',
      [id],
    );
    expect(entries).toEqual([
      { kind: 'repaired', position: 5, paid_amount: '147.00', left_amount: row.carried_amount },
    ]);
  }
  for (const id of [expired, revived, unpaid]) {
    const { ends_at, version } = wasOf(id);
    expect(of(id)).toMatchObject({ ends_at, version, carried_amount: '0.00', carried_from: null });
  }
  expect(of(revived)).toMatchObject({ received_amount: '107.00', granted_terms: 0 });
  expect((of(revived).money_from as Date).getTime()).toBe(days(-5).getTime() - 600_000);
  expect(of(unpaid)).toMatchObject({ received_amount: '0.00', granted_terms: 1, money_from: start });
});
