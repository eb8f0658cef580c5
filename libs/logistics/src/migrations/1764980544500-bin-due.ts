import { dropDueFunction, dueFunction, tenantsToPurge } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const due = tenantsToPurge('logistics', [
  { table: 'logistics.drivers', has_files: true, has_persons: true },
  { table: 'logistics.vehicles', has_files: true, has_persons: false },
]);

/** The job that purges the bin finds tenants with something to purge. */
export class LogisticsBinDue1764980544500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(due));
  }
}
