import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments of freight invoices. Nothing of invoices from before counts as paid. */
export class FreightPayments1764980532200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table logistics.freight_invoices
        add column amount_paid numeric(14, 2) not null default 0,
        add column payments_made integer not null default 0`);
    await runner.query('grant update (amount_paid, payments_made) on logistics.freight_invoices to usaha_app');
    await runner.query(`
      create table logistics.freight_payments (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        position           integer        not null,
        actor_id           uuid,
        receipt_number     text           not null,
        invoice_id         uuid           not null,
        amount             numeric(14, 2) not null check (amount > 0),
        rounding           numeric(14, 2) not null,
        balance            numeric(14, 2) not null,
        payment_method     text,
        reference          text,
        notes              text,
        payment_request_id uuid,
        primary key (tenant_id, id)
      );
      create unique index freight_payments_of on logistics.freight_payments (tenant_id, invoice_id, position desc);
      create unique index freight_payments_number on logistics.freight_payments (tenant_id, receipt_number);
      ${enableRowLevelSecurity('logistics.freight_payments')}
      grant select, insert on logistics.freight_payments to usaha_app;
      ${distribute('logistics.freight_payments')}`);
    await runner.query(`
      alter table logistics.freight_payments add constraint freight_payments_invoice foreign key (tenant_id, invoice_id)
        references logistics.freight_invoices (tenant_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logistics.freight_payments');
    await runner.query('revoke update (amount_paid, payments_made) on logistics.freight_invoices from usaha_app');
    await runner.query('alter table logistics.freight_invoices drop column payments_made, drop column amount_paid');
  }
}
