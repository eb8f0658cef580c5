import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Policy numbers of vehicles get a sealed column; `seal:rotate` moves those that lie in clear. The audit trail names the field from now
 * on, and earlier entries lose the values: the service may still only add to the trail.
 */
export class SealedPolicies1764800700000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table logistics.vehicles add column insurance text; -- sealed
      update kernel.audit_entries r set changes = jsonb_set(r.changes, '{insurance_policy}', '{"withheld": true}')
       where r.record_type = 'vehicle' and r.changes -> 'insurance_policy' is not null`);
  }

  /** Values that were sealed meanwhile are lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table logistics.vehicles drop column insurance');
  }
}
