import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invoice numbers of visits, credit notes of refunds, and voids and refunds of sold packages. Visits that were completed before
 * keep the number of their last receipt, under which they were printed; refunds from before keep their receipt numbers.
 */
export class VisitInvoices1764980000000 implements MigrationInterface {
  /** A release before it would sell sessions of a package that is void. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table beauty.appointments add column invoice_number text, add column invoiced_at timestamptz(3)',
    );
    await runner.query(`
      create unique index appointments_invoice_number on beauty.appointments (tenant_id, invoice_number)
        where invoice_number is not null`);
    await runner.query(`
      alter table beauty.appointment_lines
        add column refunded numeric(14, 2) not null default 0 check (refunded >= 0)`);
    await runner.query(
      'alter table beauty.payments add column lines jsonb, add column tax_amount numeric(14, 2) check (tax_amount >= 0)',
    );
    await runner.query(`
      alter table beauty.sold_packages
        add column refunded_amount numeric(14, 2) not null default 0 check (refunded_amount >= 0),
        add column refunded_tax    numeric(14, 2) not null default 0 check (refunded_tax >= 0),
        add column voided_at       timestamptz(3),
        add column void_reason     text -- sealed`);
    await runner.query('alter table beauty.package_sessions drop constraint package_sessions_kind_check');
    await runner.query(`
      alter table beauty.package_sessions add constraint package_sessions_kind_check
        check (kind in ('sold', 'redeemed', 'returned', 'refunded', 'voided'))`);
  }

  /** Sessions that were refunded count as redeemed then; which package is void is lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.package_sessions drop constraint package_sessions_kind_check');
    await runner.query(`update beauty.package_sessions set kind = 'redeemed' where kind in ('refunded', 'voided')`);
    await runner.query(`
      alter table beauty.package_sessions add constraint package_sessions_kind_check
        check (kind in ('sold', 'redeemed', 'returned'))`);
    await runner.query(
      'alter table beauty.sold_packages drop column refunded_amount, drop column refunded_tax, drop column voided_at, drop column void_reason',
    );
    await runner.query('alter table beauty.payments drop column lines, drop column tax_amount');
    await runner.query('alter table beauty.appointment_lines drop column refunded');
    await runner.query('drop index beauty.appointments_invoice_number');
    await runner.query('alter table beauty.appointments drop column invoice_number, drop column invoiced_at');
  }
}
