import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantsToPurge } from '../bin/bin-due.js';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

const due = tenantsToPurge('core', [{ table: 'core.users', has_files: false, has_persons: true }]);

/** The job that purges the bin finds tenants with something to purge. */
export class BinDue1764980544000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(due));
  }
}
