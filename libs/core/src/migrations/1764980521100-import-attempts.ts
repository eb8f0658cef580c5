import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often an import was begun since it last got further: one that never does has failed. */
export class ImportAttempts1764980521100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.imports add column attempts integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.imports drop column attempts');
  }
}
