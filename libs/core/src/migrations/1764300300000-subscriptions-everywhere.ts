import { enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator reads, changes and cancels the subscriptions of every tenant: they are seen through the platform's door. */
export class SubscriptionsEverywhere1764300300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop policy tenant on core.subscriptions;
      ${enableRowLevelSecurityForPlatform('core.subscriptions')}
      create index subscriptions_newest on core.subscriptions (id desc) where deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index core.subscriptions_newest;
      drop policy platform on core.subscriptions;
      ${enableRowLevelSecurity('core.subscriptions')}`);
  }
}
