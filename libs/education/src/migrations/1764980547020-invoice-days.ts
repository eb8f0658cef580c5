import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of a month are found by their days. */
export class EducationInvoiceDays1764980547020 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index invoices_day on education.invoices (tenant_id, created_at)');
    await runner.query('create index credit_notes_day on education.credit_notes (tenant_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index education.invoices_day');
    await runner.query('drop index education.credit_notes_day');
  }
}
