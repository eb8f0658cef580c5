import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invoices that are paid in parts, and invoices of late fees: at most one for each invoice. */
export class InstalmentsAndLateFees1764978100000 implements MigrationInterface {
  /** An earlier release writes invoices without parts. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table education.invoices add column instalments jsonb not null default '[]'`);
    await runner.query('alter table education.invoices alter column instalments drop default');
    await runner.query('alter table education.invoices add column late_fee_of uuid');
    await runner.query(`
      alter table education.invoices add constraint invoices_late_invoice
        foreign key (tenant_id, late_fee_of) references education.invoices (tenant_id, id)`);
    await runner.query('drop index education.invoices_once');
    await runner.query(`
      create unique index invoices_once on education.invoices (tenant_id, fee_id, period_key, student_id)
        where cancelled_at is null and late_fee_of is null`);
    await runner.query(`
      create unique index invoices_late_fee on education.invoices (tenant_id, late_fee_of) where late_fee_of is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update education.invoices set period = period || ' ' || invoice_number where late_fee_of is not null`,
    );
    await runner.query('drop index education.invoices_late_fee');
    await runner.query('drop index education.invoices_once');
    await runner.query('alter table education.invoices drop column late_fee_of');
    await runner.query('alter table education.invoices drop column instalments');
    await runner.query(`
      create unique index invoices_once on education.invoices (tenant_id, fee_id, period_key, student_id)
        where cancelled_at is null`);
  }
}
