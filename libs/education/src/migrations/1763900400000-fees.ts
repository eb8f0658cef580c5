import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fees, what is paid, what is asked for by invoice, and what of a payment settled what of an invoice. */
export class Fees1763900400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table education.fees (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        grade_level            text,
        fee_type               text           not null,
        amount                 numeric(14, 2) not null check (amount >= 0),
        currency               text           not null,
        payment_frequency      text,
        academic_year          jsonb,         -- a number or a text, as it was sent
        description            text,
        is_mandatory           boolean        not null,
        scholarship_applicable boolean        not null,
        grade_level_key        text generated always as (lower(btrim(grade_level))) stored,
        fee_type_key           text not null generated always as (lower(btrim(fee_type))) stored,
        academic_year_key      text generated always as (lower(btrim(academic_year #>> '{}'))) stored,
        primary key (tenant_id, id),
        constraint fees_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index fees_live  on education.fees (tenant_id, id desc) where deleted_at is null;
      create index fees_grade on education.fees (tenant_id, grade_level_key, id desc) where deleted_at is null;
      create index fees_type  on education.fees (tenant_id, fee_type_key, id desc) where deleted_at is null;
      create index fees_year  on education.fees (tenant_id, academic_year_key, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('education.fees')}
      grant select, insert, update on education.fees to usaha_app;

      create table education.payments (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        deleted_at         timestamptz(3),
        version            integer        not null default 1,
        receipt_number     text           not null,
        student_id         uuid           not null,
        fee_id             uuid,
        amount             numeric(14, 2) not null check (amount > 0),
        currency           text           not null,
        payment_method     text,
        payment_date       date           not null,
        transaction_id     text,
        notes              text,          -- sealed
        -- What of it settled invoices: the sum of its settlements.
        settled            numeric(14, 2) not null,
        voided_at          timestamptz(3),
        void_reason        text,          -- sealed
        payment_method_key text generated always as (lower(btrim(payment_method))) stored,
        has_rest           boolean not null generated always as (voided_at is null and settled < amount) stored,
        primary key (tenant_id, id),
        constraint payments_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint payments_fee foreign key (tenant_id, fee_id) references education.fees (tenant_id, id),
        constraint payments_settled check (settled >= 0 and settled <= amount)
      ) with (fillfactor = 90);
      create index payments_live    on education.payments (tenant_id, id desc) where deleted_at is null;
      create index payments_student on education.payments (tenant_id, student_id, id desc);
      create index payments_fee     on education.payments (tenant_id, fee_id, id desc);
      create index payments_method  on education.payments (tenant_id, payment_method_key, id desc);
      create index payments_day     on education.payments (tenant_id, payment_date);
      create index payments_rest    on education.payments (tenant_id, student_id) where has_rest;
      ${enableRowLevelSecurity('education.payments')}
      grant select, insert, update on education.payments to usaha_app;

      create table education.invoices (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        invoice_number         text           not null,
        student_id             uuid           not null,
        fee_id                 uuid           not null,
        fee_type               text           not null,
        period                 text           not null,
        due_date               date           not null,
        currency               text           not null,
        -- The fee before the scholarship, and what the scholarship paid of it in percent.
        full_amount            numeric(14, 2) not null check (full_amount >= 0),
        scholarship_percentage numeric(7, 4)  check (scholarship_percentage between 0 and 100),
        amount                 numeric(14, 2) not null,
        -- What payments settled of it: the sum of its settlements, of which there are so many.
        settled                numeric(14, 2) not null,
        settlements            integer        not null check (settlements >= 0),
        period_key             text    not null generated always as (lower(btrim(period))) stored,
        is_paid                boolean not null generated always as (settled >= amount) stored,
        primary key (tenant_id, id),
        constraint invoices_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint invoices_fee foreign key (tenant_id, fee_id) references education.fees (tenant_id, id),
        constraint invoices_amount check (amount >= 0 and amount <= full_amount),
        constraint invoices_settled check (settled >= 0 and settled <= amount)
      ) with (fillfactor = 85);
      create unique index invoices_number  on education.invoices (tenant_id, invoice_number);
      -- A student is asked for a fee once in a period.
      create unique index invoices_once    on education.invoices (tenant_id, fee_id, period_key, student_id);
      create index        invoices_live    on education.invoices (tenant_id, id desc) where deleted_at is null;
      create index        invoices_student on education.invoices (tenant_id, student_id, id desc);
      create index        invoices_fee     on education.invoices (tenant_id, fee_id, id desc);
      create index        invoices_paid    on education.invoices (tenant_id, is_paid, id desc);
      create index        invoices_owed    on education.invoices (tenant_id, student_id) where not is_paid;
      create index        invoices_due     on education.invoices (tenant_id, due_date) where not is_paid;
      ${enableRowLevelSecurity('education.invoices')}
      grant select, insert, update on education.invoices to usaha_app;

      -- Rows are added and never changed: below zero what is taken back when a payment is void.
      create table education.invoice_settlements (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        position   integer        not null,
        invoice_id uuid           not null,
        payment_id uuid           not null,
        amount     numeric(14, 2) not null check (amount <> 0),
        actor_id   uuid,
        primary key (tenant_id, id),
        constraint invoice_settlements_invoice foreign key (tenant_id, invoice_id) references education.invoices (tenant_id, id),
        constraint invoice_settlements_payment foreign key (tenant_id, payment_id) references education.payments (tenant_id, id)
      );
      create unique index invoice_settlements_invoice on education.invoice_settlements (tenant_id, invoice_id, position desc);
      create index        invoice_settlements_payment on education.invoice_settlements (tenant_id, payment_id);
      ${enableRowLevelSecurity('education.invoice_settlements')}
      grant select, insert on education.invoice_settlements to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table education.invoice_settlements, education.invoices, education.payments, education.fees',
    );
  }
}
