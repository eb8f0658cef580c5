import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Refunds, cancelled invoices and credit notes as entries of a student's account. Refunds of earlier withdrawals are listed
 * and take from no payment: which money they were paid from is unknown.
 */
export class StudentAccounts1764950000000 implements MigrationInterface {
  /** An earlier release reads `is_paid` and `has_rest` of other figures, and knows no cancelled invoice. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.withdrawals add column student_id uuid');
    await runner.query(`
      update education.withdrawals w set student_id = e.student_id
        from education.enrollments e where e.tenant_id = w.tenant_id and e.id = w.enrollment_id`);
    await runner.query('alter table education.withdrawals alter column student_id set not null');
    await runner.query(`
      alter table education.withdrawals add constraint withdrawals_student
        foreign key (tenant_id, student_id) references education.students (tenant_id, id)`);
    await runner.query(`
      create index withdrawals_student on education.withdrawals (tenant_id, student_id, id) where refund_amount > 0`);

    await runner.query('alter table education.payments add column refunded numeric(14, 2) not null default 0');
    await runner.query('alter table education.payments alter column refunded drop default');
    await runner.query('alter table education.payments add column refunds integer not null default 0');
    await runner.query('alter table education.payments alter column refunds drop default');
    await runner.query('alter table education.payments drop constraint payments_settled');
    await runner.query(`
      alter table education.payments add constraint payments_settled
        check (settled >= 0 and refunded >= 0 and settled + refunded <= amount)`);
    await runner.query('drop index education.payments_rest');
    await runner.query('alter table education.payments drop column has_rest');
    await runner.query(`
      alter table education.payments add column has_rest boolean not null
        generated always as (voided_at is null and settled + refunded < amount) stored`);
    await runner.query('create index payments_rest on education.payments (tenant_id, student_id) where has_rest');
    await runner.query(`
      create index payments_voided on education.payments (tenant_id, voided_at) where voided_at is not null`);

    await runner.query('alter table education.invoices add column credited numeric(14, 2) not null default 0');
    await runner.query('alter table education.invoices alter column credited drop default');
    await runner.query('alter table education.invoices add column credit_notes integer not null default 0');
    await runner.query('alter table education.invoices alter column credit_notes drop default');
    await runner.query(`alter table education.invoices add column discounts jsonb not null default '[]'`);
    await runner.query('alter table education.invoices alter column discounts drop default');
    await runner.query('alter table education.invoices add column cancelled_at timestamptz(3)');
    // Sealed.
    await runner.query('alter table education.invoices add column cancel_reason text');
    await runner.query('alter table education.invoices drop constraint invoices_settled');
    await runner.query(`
      alter table education.invoices add constraint invoices_settled
        check (settled >= 0 and credited >= 0 and settled + credited <= amount)`);
    for (const index of ['paid', 'owed', 'due', 'once']) await runner.query(`drop index education.invoices_${index}`);
    await runner.query('alter table education.invoices drop column is_paid');
    await runner.query(`
      alter table education.invoices add column is_paid boolean not null
        generated always as (settled + credited >= amount) stored`);
    await runner.query('create index invoices_paid on education.invoices (tenant_id, is_paid, id desc)');
    await runner.query('create index invoices_owed on education.invoices (tenant_id, student_id) where not is_paid');
    await runner.query('create index invoices_due on education.invoices (tenant_id, due_date) where not is_paid');
    // A student is asked for a fee once in a period; again where that invoice was cancelled.
    await runner.query(`
      create unique index invoices_once on education.invoices (tenant_id, fee_id, period_key, student_id)
        where cancelled_at is null`);
    await runner.query(`
      create index invoices_cancelled on education.invoices (tenant_id, id desc) where cancelled_at is not null`);

    await runner.query(`
      -- Rows are added and never changed: below zero where a void takes back what a refund was paid from.
      create table education.payment_refunds (
        tenant_id     uuid           not null,
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        position      integer        not null,
        payment_id    uuid           not null,
        withdrawal_id uuid           not null,
        amount        numeric(14, 2) not null check (amount <> 0),
        actor_id      uuid,
        primary key (tenant_id, id),
        constraint payment_refunds_payment foreign key (tenant_id, payment_id) references education.payments (tenant_id, id),
        constraint payment_refunds_withdrawal foreign key (tenant_id, withdrawal_id) references education.withdrawals (tenant_id, id)
      );
      create unique index payment_refunds_payment    on education.payment_refunds (tenant_id, payment_id, position desc);
      create index        payment_refunds_withdrawal on education.payment_refunds (tenant_id, withdrawal_id);
      ${enableRowLevelSecurity('education.payment_refunds')}
      grant select, insert on education.payment_refunds to usaha_app;

      -- Rows are added and never changed, save that an erasure blanks what is personal in them.
      create table education.credit_notes (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        position           integer        not null,
        credit_note_number text           not null,
        invoice_id         uuid           not null,
        amount             numeric(14, 2) not null check (amount > 0),
        reason             text,          -- sealed
        actor_id           uuid,
        primary key (tenant_id, id),
        constraint credit_notes_invoice foreign key (tenant_id, invoice_id) references education.invoices (tenant_id, id)
      );
      create unique index credit_notes_position on education.credit_notes (tenant_id, invoice_id, position desc);
      create unique index credit_notes_number   on education.credit_notes (tenant_id, credit_note_number);
      ${enableRowLevelSecurity('education.credit_notes')}
      grant select, insert on education.credit_notes to usaha_app;
      grant update (reason) on education.credit_notes to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table education.credit_notes');
    await runner.query('drop table education.payment_refunds');
    await runner.query('alter table education.withdrawals drop column student_id');
    await runner.query('alter table education.payments drop column has_rest');
    await runner.query('alter table education.payments drop constraint payments_settled');
    await runner.query('alter table education.payments drop column refunded');
    await runner.query('alter table education.payments drop column refunds');
    await runner.query(`
      alter table education.payments add constraint payments_settled check (settled >= 0 and settled <= amount)`);
    await runner.query(`
      alter table education.payments add column has_rest boolean not null
        generated always as (voided_at is null and settled < amount) stored`);
    await runner.query('create index payments_rest on education.payments (tenant_id, student_id) where has_rest');
    await runner.query('drop index education.payments_voided');
    await runner.query('alter table education.invoices drop column is_paid');
    await runner.query('alter table education.invoices drop constraint invoices_settled');
    for (const column of ['credited', 'credit_notes', 'discounts', 'cancelled_at', 'cancel_reason'])
      await runner.query(`alter table education.invoices drop column ${column}`);
    await runner.query(`
      alter table education.invoices add constraint invoices_settled check (settled >= 0 and settled <= amount)`);
    await runner.query(`
      alter table education.invoices add column is_paid boolean not null
        generated always as (settled >= amount) stored`);
    await runner.query('create index invoices_paid on education.invoices (tenant_id, is_paid, id desc)');
    await runner.query('create index invoices_owed on education.invoices (tenant_id, student_id) where not is_paid');
    await runner.query('create index invoices_due on education.invoices (tenant_id, due_date) where not is_paid');
    await runner.query(`
      create unique index invoices_once on education.invoices (tenant_id, fee_id, period_key, student_id)`);
  }
}
