import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The logo of a tenant, which is printed on its documents, and the files that stay for that. */
export class Logos1764980502000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants add column logo_file_id uuid');
    await runner.query('alter table core.files add column is_printed boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.files drop column is_printed');
    await runner.query('alter table core.tenants drop column logo_file_id');
  }
}
