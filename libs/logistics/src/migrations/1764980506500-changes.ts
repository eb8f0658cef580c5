import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index shipments_updated on logistics.shipments (tenant_id, updated_at, id)',
  'create index schedules_updated on logistics.schedules (tenant_id, updated_at, id)',
  'create index routes_updated on logistics.routes (tenant_id, updated_at, id)',
];

/**
 * Changes are found by their instants, deleted records too, in tables that grow without bound. Products, customers and others
 * with counters have none: an index on updated_at would end HOT updates of what each sale changes.
 */
export class LogisticsChanges1764980506500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index logistics.${text.split(' ')[2]}`);
  }
}
