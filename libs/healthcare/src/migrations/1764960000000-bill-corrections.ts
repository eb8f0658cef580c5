import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every entry on a bill has. */
const ENTRY = `
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        position   integer        not null,
        actor_id   uuid,
        bill_id    uuid           not null,
        reason     text,          -- sealed`;

const AMOUNTS = `
        amount     numeric(14, 2) not null check (amount > 0),
        rounding   numeric(14, 2) not null,`;

/**
 * Voids of payments, credit notes, refunds and cancellations of bills; cash that settles to five sen; voids of vaccinations. Bills
 * that come to nothing become paid, since no payment can make them so.
 */
export class BillCorrections1764960000000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table healthcare.bills
        add column credited_amount numeric(14, 2) not null default 0 check (credited_amount >= 0),
        add column rounding numeric(14, 2) not null default 0,
        add column cancelled_at timestamptz(3);
      alter table healthcare.bills alter column credited_amount drop default, alter column rounding drop default;
      alter table healthcare.bills drop constraint bills_status_check;
      alter table healthcare.bills add constraint bills_status_check
        check (status in ('pending', 'paid', 'partially_paid', 'overdue', 'cancelled'));
      alter table healthcare.bill_payments
        add column rounding numeric(14, 2) not null default 0;
      alter table healthcare.bill_payments alter column rounding drop default;
      update healthcare.bills set status = 'paid', version = version + 1 where total = 0 and status <> 'paid';

      create table healthcare.bill_payment_voids (${ENTRY}${AMOUNTS}
        payment_id uuid           not null,
        primary key (tenant_id, id),
        constraint bill_payment_voids_bill foreign key (tenant_id, bill_id) references healthcare.bills (tenant_id, id),
        constraint bill_payment_voids_payment foreign key (tenant_id, payment_id) references healthcare.bill_payments (tenant_id, id)
      );
      create unique index bill_payment_voids_of on healthcare.bill_payment_voids (tenant_id, bill_id, position desc);
      create unique index bill_payment_voids_once on healthcare.bill_payment_voids (tenant_id, payment_id);
      ${enableRowLevelSecurity('healthcare.bill_payment_voids')}
      grant select, insert, update (reason) on healthcare.bill_payment_voids to usaha_app;

      create table healthcare.bill_credit_notes (${ENTRY}
        credit_note_number text           not null,
        items              jsonb          not null,
        subtotal           numeric(14, 2) not null,
        tax_amount         numeric(14, 2) not null,
        amount             numeric(14, 2) not null check (amount > 0),
        cancels            boolean        not null,
        primary key (tenant_id, id),
        constraint bill_credit_notes_bill foreign key (tenant_id, bill_id) references healthcare.bills (tenant_id, id)
      );
      create unique index bill_credit_notes_of on healthcare.bill_credit_notes (tenant_id, bill_id, position desc);
      create unique index bill_credit_notes_number on healthcare.bill_credit_notes (tenant_id, credit_note_number);
      ${enableRowLevelSecurity('healthcare.bill_credit_notes')}
      grant select, insert, update (reason) on healthcare.bill_credit_notes to usaha_app;

      create table healthcare.bill_refunds (${ENTRY}${AMOUNTS}
        refund_number text           not null,
        refund_method text,
        primary key (tenant_id, id),
        constraint bill_refunds_bill foreign key (tenant_id, bill_id) references healthcare.bills (tenant_id, id)
      );
      create unique index bill_refunds_of on healthcare.bill_refunds (tenant_id, bill_id, position desc);
      create unique index bill_refunds_number on healthcare.bill_refunds (tenant_id, refund_number);
      ${enableRowLevelSecurity('healthcare.bill_refunds')}
      grant select, insert, update (reason) on healthcare.bill_refunds to usaha_app;

      alter table healthcare.vaccinations add column voided_at timestamptz(3);
      alter table healthcare.vaccinations add column void_reason text -- sealed`);
  }

  /** Corrections that were made meanwhile are lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table healthcare.vaccinations drop column void_reason, drop column voided_at;
      drop table healthcare.bill_refunds;
      drop table healthcare.bill_credit_notes;
      drop table healthcare.bill_payment_voids;
      alter table healthcare.bill_payments drop column rounding;
      update healthcare.bills set status = 'pending' where status = 'cancelled';
      alter table healthcare.bills drop constraint bills_status_check;
      alter table healthcare.bills add constraint bills_status_check check (status in ('pending', 'paid', 'partially_paid', 'overdue'));
      alter table healthcare.bills drop column cancelled_at, drop column rounding, drop column credited_amount`);
  }
}
