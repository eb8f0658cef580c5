import { enableRowLevelSecurity, searchFunction, tokenFunction } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every record of a tenant has. */
const RECORD = `
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,`;

/**
 * Patients, appointments, medical records, prescriptions, vaccinations, bills. All that tells of a patient's health is sealed:
 * those columns are `text` for every kind of value, and are marked so.
 */
export class Healthcare1763700800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema healthcare;
      grant usage on schema healthcare to usaha_app;

      create table healthcare.patients (${RECORD}
        medical_record_number text    not null,
        first_name            text    not null,
        last_name             text    not null,
        ic_number             text,   -- sealed
        ic_number_tokens      text[],
        date_of_birth         date,
        gender                text,
        email                 text,
        phone_number          text,
        emergency_contact     jsonb,
        address               jsonb,
        blood_type            text,
        allergies             text,   -- sealed
        chronic_conditions    text,   -- sealed
        medications           text,   -- sealed
        insurance_info        jsonb,
        has_insurance         boolean not null,
        data_retention_period jsonb,
        pdpa_consent          boolean not null,
        pdpa_consent_date     timestamptz(3),
        notes                 text,   -- sealed
        erased_at             timestamptz(3),
        gender_key            text generated always as (lower(btrim(gender))) stored,
        blood_type_key        text generated always as (lower(btrim(blood_type))) stored,
        search_text           text not null generated always as (lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, ''))) stored,
        contact_text          text not null generated always as (lower(coalesce(phone_number, '') || E'\\n' || medical_record_number)) stored,
        primary key (tenant_id, id),
        constraint patients_tenant foreign key (tenant_id) references core.tenants (id),
        constraint patients_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index        patients_live    on healthcare.patients (tenant_id, id desc) where deleted_at is null;
      create unique index patients_number  on healthcare.patients (tenant_id, medical_record_number);
      create index        patients_born    on healthcare.patients (tenant_id, date_of_birth, id desc) where deleted_at is null;
      create index        patients_gender  on healthcare.patients (tenant_id, gender_key, id desc) where deleted_at is null;
      create index        patients_blood   on healthcare.patients (tenant_id, blood_type_key, id desc) where deleted_at is null;
      create index        patients_insured on healthcare.patients (tenant_id, has_insurance, id desc) where deleted_at is null;
      create index        patients_search  on healthcare.patients using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create index        patients_contact on healthcare.patients using gin (tenant_id, contact_text gin_trgm_ops) where deleted_at is null;
      create index        patients_ic      on healthcare.patients using gin (tenant_id, ic_number_tokens) where deleted_at is null;
      ${enableRowLevelSecurity('healthcare.patients')}
      grant select, insert, update on healthcare.patients to usaha_app;
      ${searchFunction('healthcare.patients')}
      ${searchFunction('healthcare.patients', 'contact_text')}
      ${tokenFunction('healthcare.patients', 'ic_number')}

      create table healthcare.appointments (${RECORD}
        erased_at timestamptz(3),
        patient_id           uuid           not null,
        doctor_id            text           not null,
        appointment_type     text,
        scheduled_at         timestamptz(3) not null,
        ends_at              timestamptz(3) not null check (ends_at > scheduled_at),
        duration_minutes     integer        not null check (duration_minutes > 0),
        particulars          text,          -- sealed
        priority             text,
        status               text           not null check (status in ('scheduled', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show')),
        check_in_time        timestamptz(3),
        start_time           timestamptz(3),
        end_time             timestamptz(3),
        follow_up_required   boolean        not null,
        follow_up_date       date,
        cancelled_by         text,
        reminder_sent        boolean        not null,
        reminder_claimed_at  timestamptz(3),
        reminder_refused     text,
        appointment_type_key text generated always as (lower(btrim(appointment_type))) stored,
        primary key (tenant_id, id),
        constraint appointments_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id)
      );
      create index appointments_live    on healthcare.appointments (tenant_id, id desc) where deleted_at is null;
      create index appointments_patient on healthcare.appointments (tenant_id, patient_id, id desc);
      create index appointments_doctor  on healthcare.appointments (tenant_id, doctor_id, scheduled_at);
      create index appointments_day     on healthcare.appointments (tenant_id, scheduled_at);
      -- What still takes a doctor's time: those that end after another begins are few, however many there were before.
      create index appointments_busy    on healthcare.appointments (tenant_id, doctor_id, ends_at)
        where deleted_at is null and status in ('scheduled', 'confirmed', 'in_progress');
      create index appointments_status  on healthcare.appointments (tenant_id, status, id desc);
      create index appointments_type    on healthcare.appointments (tenant_id, appointment_type_key, id desc);
      create index appointments_remind  on healthcare.appointments (tenant_id, scheduled_at)
        where not reminder_sent and reminder_claimed_at is null and deleted_at is null and status in ('scheduled', 'confirmed');
      create index appointments_unsure  on healthcare.appointments (tenant_id, reminder_claimed_at)
        where not reminder_sent and reminder_claimed_at is not null;
      ${enableRowLevelSecurity('healthcare.appointments')}
      grant select, insert, update on healthcare.appointments to usaha_app;

      -- One row per doctor who was ever booked under prevent_double_booking: what parallel bookings wait for.
      create table healthcare.doctor_calendars (
        tenant_id uuid not null,
        doctor_id text not null,
        primary key (tenant_id, doctor_id)
      );
      ${enableRowLevelSecurity('healthcare.doctor_calendars')}
      grant select, insert, update on healthcare.doctor_calendars to usaha_app;

      create table healthcare.medical_records (${RECORD}
        erased_at timestamptz(3),
        patient_id             uuid   not null,
        doctor_id              text,
        appointment_id         uuid,
        record_type            text,
        findings               text,  -- sealed
        attachments            text[] not null,
        record_type_key        text generated always as (lower(btrim(record_type))) stored,
        primary key (tenant_id, id),
        constraint medical_records_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id),
        constraint medical_records_appointment foreign key (tenant_id, appointment_id) references healthcare.appointments (tenant_id, id)
      );
      create index medical_records_live    on healthcare.medical_records (tenant_id, id desc) where deleted_at is null;
      create index medical_records_patient on healthcare.medical_records (tenant_id, patient_id, id desc);
      create index medical_records_doctor  on healthcare.medical_records (tenant_id, doctor_id, id desc);
      create index medical_records_type    on healthcare.medical_records (tenant_id, record_type_key, id desc);
      create index medical_records_day     on healthcare.medical_records (tenant_id, created_at);
      ${enableRowLevelSecurity('healthcare.medical_records')}
      grant select, insert, update on healthcare.medical_records to usaha_app;

      create table healthcare.prescriptions (${RECORD}
        erased_at timestamptz(3),
        patient_id      uuid    not null,
        doctor_id       text,
        appointment_id  uuid,
        order_details   text,              -- sealed
        quantity        integer check (quantity >= 0),
        refills_allowed integer not null check (refills_allowed >= 0),
        refills_used    integer not null check (refills_used between 0 and refills_allowed),
        status          text    not null check (status in ('active', 'completed', 'expired')),
        primary key (tenant_id, id),
        constraint prescriptions_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id),
        constraint prescriptions_appointment foreign key (tenant_id, appointment_id) references healthcare.appointments (tenant_id, id)
      );
      create index prescriptions_live    on healthcare.prescriptions (tenant_id, id desc) where deleted_at is null;
      create index prescriptions_patient on healthcare.prescriptions (tenant_id, patient_id, id desc);
      create index prescriptions_doctor  on healthcare.prescriptions (tenant_id, doctor_id, id desc);
      create index prescriptions_status  on healthcare.prescriptions (tenant_id, status, id desc);
      create index prescriptions_day     on healthcare.prescriptions (tenant_id, created_at);
      ${enableRowLevelSecurity('healthcare.prescriptions')}
      grant select, insert, update on healthcare.prescriptions to usaha_app;

      create table healthcare.vaccinations (${RECORD}
        patient_id          uuid    not null,
        vaccine_type        text,
        vaccine_name        text,
        batch_number        text,
        administration_date date    not null,
        administered_by     text,
        dose_number         integer check (dose_number > 0),
        total_doses         integer check (total_doses > 0),
        next_due_date       date,
        notes               text,   -- sealed
        vaccine_type_key    text generated always as (lower(btrim(vaccine_type))) stored,
        primary key (tenant_id, id),
        constraint vaccinations_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id)
      );
      create index vaccinations_live    on healthcare.vaccinations (tenant_id, id desc) where deleted_at is null;
      create index vaccinations_patient on healthcare.vaccinations (tenant_id, patient_id, id desc);
      create index vaccinations_type    on healthcare.vaccinations (tenant_id, vaccine_type_key, id desc);
      create index vaccinations_day     on healthcare.vaccinations (tenant_id, administration_date);
      ${enableRowLevelSecurity('healthcare.vaccinations')}
      grant select, insert, update on healthcare.vaccinations to usaha_app;

      create table healthcare.bills (${RECORD}
        bill_number        text           not null,
        patient_id         uuid           not null,
        appointment_id     uuid,
        items              jsonb          not null,
        payment_method     text,
        insurance_claim    boolean        not null,
        insurance_provider text,
        policy_number      text,
        subtotal           numeric(14, 2) not null check (subtotal >= 0),
        tax_amount         numeric(14, 2) not null check (tax_amount >= 0),
        total              numeric(14, 2) not null check (total >= 0),
        amount_paid        numeric(14, 2) not null check (amount_paid >= 0),
        payments_made      integer        not null check (payments_made >= 0),
        status             text           not null check (status in ('pending', 'paid', 'partially_paid', 'overdue')),
        due_date           date,
        service_type       text,
        doctor_id          text,
        primary key (tenant_id, id),
        constraint bills_patient foreign key (tenant_id, patient_id) references healthcare.patients (tenant_id, id),
        constraint bills_appointment foreign key (tenant_id, appointment_id) references healthcare.appointments (tenant_id, id)
      );
      create index        bills_live    on healthcare.bills (tenant_id, id desc) where deleted_at is null;
      create unique index bills_number  on healthcare.bills (tenant_id, bill_number);
      create index        bills_patient on healthcare.bills (tenant_id, patient_id, id desc);
      create index        bills_status  on healthcare.bills (tenant_id, status, id desc);
      create index        bills_day     on healthcare.bills (tenant_id, created_at);
      ${enableRowLevelSecurity('healthcare.bills')}
      grant select, insert, update on healthcare.bills to usaha_app;

      -- What was paid of bills: rows are added and never changed.
      create table healthcare.bill_payments (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position       integer        not null,
        bill_id        uuid           not null,
        receipt_number text           not null,
        amount         numeric(14, 2) not null check (amount > 0),
        balance        numeric(14, 2) not null check (balance >= 0),
        payment_method text,
        reference      text,
        notes          text,
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint bill_payments_bill foreign key (tenant_id, bill_id) references healthcare.bills (tenant_id, id)
      );
      create unique index bill_payments_bill   on healthcare.bill_payments (tenant_id, bill_id, position desc);
      create unique index bill_payments_number on healthcare.bill_payments (tenant_id, receipt_number);
      ${enableRowLevelSecurity('healthcare.bill_payments')}
      grant select, insert on healthcare.bill_payments to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema healthcare cascade');
  }
}
