import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of a month are found by their days. */
export class FreightInvoiceDays1764980547030 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index freight_invoices_day on logistics.freight_invoices (tenant_id, created_at)');
    await runner.query(
      'create index freight_credit_notes_day on logistics.freight_credit_notes (tenant_id, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index logistics.freight_invoices_day');
    await runner.query('drop index logistics.freight_credit_notes_day');
  }
}
