import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepWhole } from '../schema/distribute.js';

/**
 * By what the keys are known again that a database was used with. A start with another key of the same name would seal new fields
 * with it, and neither key would open all of them. No row level security: it holds nothing of tenants. The service may add a
 * row and change none.
 */
export class KeyChecks1764600110000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.key_checks (
        kind        text           not null,
        key_id      text           not null,
        fingerprint text           not null,
        first_used  timestamptz(3) not null,
        primary key (kind, key_id)
      );
      grant select, insert on kernel.key_checks to usaha_app;
      ${keepWhole('kernel.key_checks')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.key_checks');
  }
}
