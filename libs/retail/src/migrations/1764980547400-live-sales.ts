import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sales are never deleted, so the primary key reads them newest first as well; each sale wrote into an index that told nothing more. */
export class LiveSales1764980547400 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index retail.sales_live');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index sales_live on retail.sales (tenant_id, id desc) where deleted_at is null');
  }
}
