import { dropDueFunction, dueFunction, tenantsToPurge } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const due = tenantsToPurge('education', [{ table: 'education.students', has_files: true, has_persons: true }]);

/** The job that purges the bin finds tenants with something to purge. */
export class EducationBinDue1764980544300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(due));
  }
}
