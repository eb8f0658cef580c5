import { enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPENED = ['core.account_links', 'core.notifications', 'core.rate_windows', 'core.subscription_entries'];

/** Jobs find the tenants that have work, and delete expired rows, in one statement for all tenants: through the platform's door. */
export class WorkOfTenants1764980491001 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of OPENED) {
      await runner.query(`drop policy tenant on ${table}`);
      await runner.query(enableRowLevelSecurityForPlatform(table));
    }
    await runner.query(
      `create index subscriptions_ending on core.subscriptions (ends_at)
         where status = 'active' and renewal_method_id is null and deleted_at is null`,
    );
    await runner.query(
      `create index subscription_entries_news on core.subscription_entries (created_at)
         where kind in ('renewal_refused', 'expired')`,
    );
    await runner.query('create index account_links_over on core.account_links ((least(ended_at, expires_at)))');
    await runner.query('create index notifications_over on core.notifications (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.notifications_over');
    await runner.query('drop index core.account_links_over');
    await runner.query('drop index core.subscription_entries_news');
    await runner.query('drop index core.subscriptions_ending');
    for (const table of OPENED) {
      await runner.query(`drop policy platform on ${table}`);
      await runner.query(enableRowLevelSecurity(table));
    }
  }
}
