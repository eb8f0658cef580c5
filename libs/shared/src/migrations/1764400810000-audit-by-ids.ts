import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days of the audit trail are found by its ids, which are of the instants of the entries: every change of a record has one index less to write. */
export class AuditByIds1764400810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index kernel.audit_entries_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index audit_entries_at on kernel.audit_entries (tenant_id, at)');
  }
}
