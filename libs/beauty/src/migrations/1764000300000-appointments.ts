import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments, their lines, and what was paid and given back for them. */
export class BeautyAppointments1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table beauty.appointments (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        erased_at              timestamptz(3),
        client_id              uuid           not null,
        status                 text           not null check (status in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show')),
        -- The day in Malaysia, and the earliest start, which a plain time has on that day.
        day                    date           not null,
        starts_at              timestamptz(3),
        -- Whether the earliest start was given as a date-time: what is reminded of.
        is_dated               boolean        not null,
        total_duration_minutes integer        not null check (total_duration_minutes >= 0),
        total_price            numeric(14, 2) not null check (total_price >= 0),
        total_amount           numeric(14, 2) check (total_amount >= 0),
        discount_amount        numeric(14, 2) not null check (discount_amount >= 0),
        amount_paid            numeric(14, 2) not null check (amount_paid >= 0),
        amount_refunded        numeric(14, 2) not null check (amount_refunded >= 0),
        refund_amount          numeric(14, 2) check (refund_amount >= 0),
        payment_status         text           not null,
        payment_method         text,
        payment_received       jsonb,         -- a flag or an amount, as it was sent
        payment_entries        integer        not null,
        particulars            text,          -- sealed
        reminder_preferences   jsonb,
        reminder_sent          boolean        not null,
        times_moved            integer        not null,
        lines_changed          integer        not null,
        checked_in_at          timestamptz(3),
        started_at             timestamptz(3),
        completed_at           timestamptz(3),
        cancelled_at           timestamptz(3),
        cancelled_by           text,
        follow_up_required     boolean        not null,
        follow_up_date         date,
        primary key (tenant_id, id),
        constraint appointments_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id)
      ) with (fillfactor = 85);
      create index appointments_live    on beauty.appointments (tenant_id, id desc) where deleted_at is null;
      create index appointments_client  on beauty.appointments (tenant_id, client_id, id desc);
      create index appointments_history on beauty.appointments (tenant_id, client_id, day desc, starts_at desc nulls last, id desc);
      create index appointments_status  on beauty.appointments (tenant_id, status, id desc);
      create index appointments_day     on beauty.appointments (tenant_id, day, id desc);
      create index appointments_remind  on beauty.appointments (tenant_id, starts_at)
        where is_dated and not reminder_sent and deleted_at is null and status in ('pending', 'confirmed');
      ${enableRowLevelSecurity('beauty.appointments')}
      grant select, insert, update on beauty.appointments to usaha_app;

      create table beauty.appointment_lines (
        tenant_id       uuid           not null,
        id              uuid           not null,
        appointment_id  uuid           not null,
        position        integer        not null,
        service_id      uuid           not null,
        service_name    text           not null,
        price           numeric(14, 2) not null check (price >= 0),
        tax_rate        numeric(7, 4)  not null check (tax_rate between 0 and 100),
        minutes         integer        not null check (minutes > 0),
        staff_id        uuid,
        staff_name      text,
        start_time      text,
        end_time        text,
        day             date           not null,
        starts_at       timestamptz(3),
        ends_at         timestamptz(3),
        sold_package_id uuid,
        discount        numeric(14, 2) not null check (discount >= 0),
        share           numeric(14, 2) check (share >= 0),
        tax             numeric(14, 2) check (tax >= 0),
        commission_rate numeric(7, 4)  check (commission_rate between 0 and 100),
        commission      numeric(14, 2) check (commission >= 0),
        primary key (tenant_id, id),
        constraint appointment_lines_appointment foreign key (tenant_id, appointment_id) references beauty.appointments (tenant_id, id),
        constraint appointment_lines_service foreign key (tenant_id, service_id) references beauty.services (tenant_id, id),
        constraint appointment_lines_staff foreign key (tenant_id, staff_id) references beauty.staff (tenant_id, id)
      ) with (fillfactor = 85);
      create index appointment_lines_appointment on beauty.appointment_lines (tenant_id, appointment_id, position);
      create index appointment_lines_staff       on beauty.appointment_lines (tenant_id, staff_id, appointment_id);
      create index appointment_lines_staff_day   on beauty.appointment_lines (tenant_id, staff_id, day);
      create index appointment_lines_staff_until on beauty.appointment_lines (tenant_id, staff_id, ends_at, starts_at);
      ${enableRowLevelSecurity('beauty.appointment_lines')}
      grant select, insert, update, delete on beauty.appointment_lines to usaha_app;

      -- The ledger of payments: rows are added and never changed, save that notes are blanked once the law allows.
      create table beauty.payments (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position       integer        not null,
        appointment_id uuid           not null,
        receipt_number text           not null,
        kind           text           not null check (kind in ('payment', 'refund')),
        amount         numeric(14, 2) not null check (amount > 0),
        balance        numeric(14, 2) not null check (balance >= 0),
        payment_method text,
        notes          text,          -- sealed
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint payments_appointment foreign key (tenant_id, appointment_id) references beauty.appointments (tenant_id, id)
      );
      create unique index payments_appointment on beauty.payments (tenant_id, appointment_id, position desc);
      create unique index payments_number      on beauty.payments (tenant_id, receipt_number);
      ${enableRowLevelSecurity('beauty.payments')}
      grant select, insert, update (payment_method, notes) on beauty.payments to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table beauty.payments, beauty.appointment_lines, beauty.appointments');
  }
}
