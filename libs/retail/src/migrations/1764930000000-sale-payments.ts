import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Several payments of a sale, sales on account, and voids. A sale of which no entries are kept was paid at once by its
 * payment_method, as every sale from before was.
 */
export class SalePayments1764930000000 implements MigrationInterface {
  /** A release before it would show a sale on account as paid. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table retail.sales
        add column payments_kept      boolean        not null default false,
        add column on_account         boolean        not null default false,
        add column outstanding_amount numeric(14, 2) not null default 0
          constraint sales_outstanding_amount_check check (outstanding_amount between 0 and total),
        add column voided_at          timestamptz(3),
        drop constraint sales_payment_status_check,
        add constraint sales_payment_status_check
          check (payment_status in ('pending', 'partially_paid', 'completed', 'partially_refunded', 'refunded'));
      alter table retail.sales
        alter column payments_kept drop default, alter column on_account drop default, alter column outstanding_amount drop default;
      create index sales_outstanding on retail.sales (tenant_id, customer_id) where outstanding_amount > 0;
      create index sales_account     on retail.sales (tenant_id, customer_id, id) where on_account;

      alter table retail.sale_refunds
        add column is_void  boolean        not null default false,
        add column credited numeric(14, 2) not null default 0
          constraint sale_refunds_credited_check check (credited between 0 and amount);

      alter table retail.sale_refunds alter column is_void drop default, alter column credited drop default;

      -- What was received, owed and paid out of sales whose payments are kept: rows are added and never changed.
      create table retail.sale_payments (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        position     integer        not null,
        sale_id      uuid           not null,
        kind         text           not null check (kind in ('sale', 'payment', 'refund', 'void', 'reversal')),
        method       text,
        is_owed      boolean        not null,
        opens        boolean        not null,
        amount       numeric(14, 2) not null,
        rounding     numeric(14, 2) not null,
        tendered     numeric(14, 2),
        change_given numeric(14, 2),
        reference    text,
        actor_id     uuid,
        primary key (tenant_id, id),
        constraint sale_payments_sale foreign key (tenant_id, sale_id) references retail.sales (tenant_id, id)
      );
      create unique index sale_payments_sale on retail.sale_payments (tenant_id, sale_id, position);
      create index        sale_payments_day  on retail.sale_payments (tenant_id, created_at);
      ${enableRowLevelSecurity('retail.sale_payments')}
      grant select, insert on retail.sale_payments to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table retail.sale_payments;
      drop index retail.sales_outstanding;
      drop index retail.sales_account;
      alter table retail.sale_refunds drop column is_void, drop column credited;
      alter table retail.sales
        drop constraint sales_payment_status_check,
        drop column payments_kept, drop column on_account, drop column outstanding_amount, drop column voided_at;
      update retail.sales set payment_status = 'completed' where payment_status in ('pending', 'partially_paid');
      alter table retail.sales add constraint sales_payment_status_check
        check (payment_status in ('completed', 'partially_refunded', 'refunded'))`);
  }
}
