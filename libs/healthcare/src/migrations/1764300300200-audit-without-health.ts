import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a visit or a record is for tells about a patient's health. The audit trail names these fields from now on, and
 * earlier entries lose the values: the one change that is ever made to them, by the schema's owner. The service may
 * still only add to the trail.
 */
export class AuditWithoutHealth1764300300200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const withhold = (noun: string, field: string): string => `
      update kernel.audit_entries r set changes = jsonb_set(r.changes, '{${field}}', '{"withheld": true}')
       where r.record_type = '${noun}' and r.changes -> '${field}' is not null`;
    await runner.query(withhold('appointment', 'appointment_type'));
    await runner.query(withhold('appointment', 'priority'));
    await runner.query(withhold('medical record', 'record_type'));
  }

  /** Nothing: what was taken away is gone. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
