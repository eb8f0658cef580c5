import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = ['create index sales_updated on retail.sales (tenant_id, updated_at, id)'];

/**
 * Changes are found by their instants, deleted records too, in tables that grow without bound. Products, customers and others
 * with counters have none: an index on updated_at would end HOT updates of what each sale changes.
 */
export class RetailChanges1764980506100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index retail.${text.split(' ')[2]}`);
  }
}
