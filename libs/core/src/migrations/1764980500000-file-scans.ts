import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that wait for a virus scanner, and infected ones whose bytes a store may still have. */
export class FileScans1764980500000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.files
        add column scan_due_at   timestamptz(3),
        add column scan_attempts integer not null default 0`);
    await runner.query(
      'create index files_scan_due on core.files (tenant_id, scan_due_at) where scan_due_at is not null',
    );
    await runner.query(
      "create index files_rejected on core.files (updated_at) where deleted_at is null and status = 'rejected' and has_bytes",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.files_rejected');
    await runner.query('drop index core.files_scan_due');
    await runner.query('alter table core.files drop column scan_attempts, drop column scan_due_at');
  }
}
