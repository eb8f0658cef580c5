import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of what a clinic received and gave back, by time. */
export class ClinicTakings1764960200000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['bill_payments', 'bill_payment_voids', 'bill_refunds'])
      await runner.query(`create index ${table}_at on healthcare.${table} (tenant_id, created_at desc, id desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['bill_payments', 'bill_payment_voids', 'bill_refunds'])
      await runner.query(`drop index healthcare.${table}_at`);
  }
}
