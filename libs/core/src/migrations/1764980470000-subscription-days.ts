import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The day of the month that renewed subscriptions keep to after a short month. Those that were renewed before keep the day on
 * which their running term ends: which day they began on is not known any more.
 */
export class SubscriptionDays1764980470000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.subscriptions add column anchored_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.subscriptions drop column anchored_at');
  }
}
