import { enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The operator's administrators list and read the payments of every tenant, and creators those of theirs: they are read through the
 * platform's door. A payment for another tenant names the stored method of the tenant that pays.
 */
export class PaymentsEverywhere1764972000000 implements MigrationInterface {
  /** An earlier one charges a method of another tenant as a text. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop policy tenant on core.payments');
    await runner.query(enableRowLevelSecurityForPlatform('core.payments'));
    await runner.query('drop policy tenant on core.refunds');
    await runner.query(enableRowLevelSecurityForPlatform('core.refunds'));
    await runner.query('create index payments_newest on core.payments (id desc) where deleted_at is null');
    await runner.query('alter table core.payments add column payer_tenant_id uuid, add column payer_method_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payments drop column payer_tenant_id, drop column payer_method_id');
    await runner.query('drop index core.payments_newest');
    for (const table of ['core.payments', 'core.refunds']) {
      await runner.query(`drop policy platform on ${table}`);
      await runner.query(enableRowLevelSecurity(table));
    }
  }
}
