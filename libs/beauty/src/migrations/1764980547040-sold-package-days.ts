import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of a month are found by their days. */
export class SoldPackageDays1764980547040 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index sold_packages_day on beauty.sold_packages (tenant_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index beauty.sold_packages_day');
  }
}
