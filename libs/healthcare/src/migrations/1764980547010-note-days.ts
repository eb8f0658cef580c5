import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of a month are found by their days. */
export class HealthcareNoteDays1764980547010 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index bill_credit_notes_day on healthcare.bill_credit_notes (tenant_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index healthcare.bill_credit_notes_day');
  }
}
