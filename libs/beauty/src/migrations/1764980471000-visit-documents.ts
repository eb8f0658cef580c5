import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What invoices of visits and receipts of payments say. Of those from before nothing is known: receipts say what the lines of the
 * visit are called when they are printed, and the first change of a completed visit after the upgrade is known for one.
 */
export class VisitDocuments1764980471000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table beauty.appointments add column invoice_print text, add column replaced_invoice text',
    );
    await runner.query('alter table beauty.payments add column subject text, add column invoice_number text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.payments drop column invoice_number, drop column subject');
    await runner.query('alter table beauty.appointments drop column replaced_invoice, drop column invoice_print');
  }
}
