import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often the links to a file were renewed. */
export class FileLinks1764980501000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.files add column link_generation integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.files drop column link_generation');
  }
}
