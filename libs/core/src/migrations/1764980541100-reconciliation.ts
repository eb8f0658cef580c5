import { enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

const attempts = {
  name: 'core.tenants_to_reconcile',
  parameters: ['timestamptz'],
  looks: [
    (theirs: (column: string) => string) =>
      `select distinct r.tenant_id from core.payment_attempts r where r.reconcile_at <= $2 and ${theirs('r.tenant_id')}`,
  ],
};

const differences = {
  name: 'core.tenants_with_differences',
  parameters: ['timestamptz', 'timestamptz'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from core.payment_differences r
         where r.status = 'open' and r.created_at > $2 and r.created_at <= $3 and ${theirs('r.tenant_id')}`,
  ],
};

/** Attempts are asked about again in the nights after their end, and differences are found and counted by jobs. */
export class Reconciliation1764980541100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payment_attempts add column reconcile_at timestamptz(3)');
    await runner.query(`
      create index payment_attempts_reconciled on core.payment_attempts (reconcile_at) where reconcile_at is not null`);
    // An attempt has one difference of each kind.
    await runner.query(`
      create unique index payment_differences_once on core.payment_differences (tenant_id, attempt_id, kind)
        where attempt_id is not null`);
    await runner.query(
      `create index payment_differences_open on core.payment_differences (created_at) where status = 'open'`,
    );
    await runner.query('drop policy tenant on core.payment_differences');
    await runner.query(enableRowLevelSecurityForPlatform('core.payment_differences'));
    for (const due of [attempts, differences]) await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const due of [attempts, differences]) await runner.query(dropDueFunction(due));
    await runner.query('drop policy platform on core.payment_differences');
    await runner.query(enableRowLevelSecurity('core.payment_differences'));
    await runner.query('drop index core.payment_differences_open');
    await runner.query('drop index core.payment_differences_once');
    await runner.query('alter table core.payment_attempts drop column reconcile_at');
  }
}
