import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when the files of deleted records are gone, and which tenants have deleted persons erased. */
export class BinPurge1764980521000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.file_usage add column purged_until timestamptz(3)');
    await runner.query(
      `create index tenants_bin_erases on core.tenants (id) where settings @> '{"bin_erases_persons": true}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.tenants_bin_erases');
    await runner.query('alter table core.file_usage drop column purged_until');
  }
}
