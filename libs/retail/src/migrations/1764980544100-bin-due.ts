import { dropDueFunction, dueFunction, tenantsToPurge } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const due = tenantsToPurge('retail', [
  { table: 'retail.products', has_files: true, has_persons: false },
  { table: 'retail.customers', has_files: true, has_persons: true },
]);

/** The job that purges the bin finds tenants with something to purge. */
export class RetailBinDue1764980544100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(due));
  }
}
