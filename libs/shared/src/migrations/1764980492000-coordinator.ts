import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepAtCoordinator } from '../schema/distribute.js';

/**
 * A row that stands on the coordinator alone, so that a statement sent to another machine can call a function there: NOTIFY and the
 * numbers of users are one for all machines. No row level security: it holds nothing of tenants. The service may change nothing.
 */
export class Coordinator1764980492000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.coordinator (id integer primary key);
      insert into kernel.coordinator values (1);
      grant select on kernel.coordinator to usaha_app;
      ${keepAtCoordinator('kernel.coordinator')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.coordinator');
  }
}
