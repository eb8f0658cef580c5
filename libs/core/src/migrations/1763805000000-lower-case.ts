import type { MigrationInterface, QueryRunner } from 'typeorm';

type Case = 'lower' | 'upper';

/** Closed sets by table and column, as they were when this migration was released. */
const sets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  tenants: {
    business_type: ['retail', 'healthcare', 'education', 'logistics', 'beauty'],
    subscription_plan: ['starter', 'growth', 'pro', 'enterprise'],
    pricing_model: ['subscription', 'perpetual'],
    status: ['pending', 'active', 'suspended', 'terminated'],
  },
  users: {
    role: ['viewer', 'staff', 'manager', 'admin'],
    status: ['pending', 'active', 'inactive', 'disabled'],
  },
  subscriptions: {
    plan_type: ['starter', 'growth', 'pro', 'enterprise'],
    billing_cycle: ['monthly', 'yearly', 'one_time'],
    status: ['active', 'cancelled', 'expired', 'pending'],
  },
  tenant_modules: { status: ['usable', 'enabled', 'disabled'] },
  payments: {
    type: ['charge', 'refund', 'credit', 'adjustment'],
    status: ['pending', 'completed', 'failed', 'refunded'],
  },
  refunds: { status: ['pending', 'completed', 'failed'] },
};

/** In either case: `'failed'` or `'FAILED'`. */
const literal = (word: string, to: Case): string => `'${to === 'lower' ? word : word.toUpperCase()}'`;

/** The values of a table's closed sets in another case; no version and no date moves, for nothing was changed. */
function recase(table: string, to: Case): string {
  const columns = Object.entries(sets[table] ?? {});
  const each = (write: (column: string, values: readonly string[]) => string) =>
    columns.map(([column, values]) => write(column, values)).join(', ');
  const name = (column: string) => `${table}_${column}_check`;
  return `
    alter table core.${table} ${each((column) => `drop constraint ${name(column)}`)};
    update core.${table} set ${each((column) => `${column} = ${to}(${column})`)};
    alter table core.${table} ${each(
      (column, values) =>
        `add constraint ${name(column)} check (${column} in (${values.map((v) => literal(v, to)).join(', ')}))`,
    )};`;
}

/** What asks for one status of a payment or a refund: why it failed, and the index of those without an outcome. */
const beforeAttempts = (table: string): string => `
  alter table core.${table} drop constraint ${table}_check;
  drop index core.${table}_pending;`;
const afterAttempts = (table: string, to: Case): string => `
  alter table core.${table} add constraint ${table}_check
    check ((failure_reason is not null) = (status = ${literal('failed', to)}));
  create index ${table}_pending on core.${table} (tenant_id, id) where status = ${literal('pending', to)};`;

/** Events that are not handled yet tell a payment's status: their handlers know one case only. */
const recaseEvents = (to: Case): string => `
  update kernel.outbox set payload = jsonb_set(payload, '{status}', to_jsonb(${to}(payload ->> 'status')))
  where handled_at is null and name in ('payment.completed', 'payment.failed', 'payment.refunded');`;

const statements = (to: Case): string =>
  [
    ...['payments', 'refunds'].map(beforeAttempts),
    ...Object.keys(sets).map((table) => recase(table, to)),
    ...['payments', 'refunds'].map((table) => afterAttempts(table, to)),
    recaseEvents(to),
  ].join('');

/**
 * Closed sets are stored in lower case, which is the domain's; the contract surface raises them. History stays as
 * it was written: entries of the audit trail, answers kept for an Idempotency-Key (they are the surface's own words),
 * events that were handled. Settings, metadata and configurations are the clients', and kept as sent.
 */
export class CoreLowerCase1763805000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statements('lower'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(statements('upper'));
  }
}
