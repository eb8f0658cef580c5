import { enableRowLevelSecurity, searchFunction, tokenFunction } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Students. What tells of health or religion, and the IC number, is sealed: `text` for every kind of value, and marked so. */
export class Students1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema education;
      grant usage on schema education to usaha_app;

      create table education.students (
        tenant_id         uuid           not null,
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        first_name        text           not null,
        last_name         text           not null,
        ic_number         text,          -- sealed
        ic_number_tokens  text[],
        date_of_birth     date,
        gender            text,
        email             text,
        phone_number      text,
        address           jsonb,
        parent_guardian   jsonb,
        emergency_contact jsonb,
        previous_school   text,
        previous_grade    text,
        admission_date    date,
        current_grade     text,
        stream            text           check (stream in ('academic', 'vocational', 'technical')),
        subjects          text[]         not null,
        health            text,          -- sealed
        religion          text,          -- sealed
        religion_tokens   text[],
        nationality       text,
        scholarship_info  jsonb,
        has_scholarship   boolean        not null,
        pdpa_consent      boolean        not null,
        pdpa_consent_date timestamptz(3),
        erased_at         timestamptz(3),
        -- One token stands for one religion: a list is narrowed by an index, not by searching all arrays.
        religion_key      text generated always as (religion_tokens[1]) stored,
        current_grade_key text generated always as (lower(btrim(current_grade))) stored,
        gender_key        text generated always as (lower(btrim(gender))) stored,
        nationality_key   text generated always as (lower(btrim(nationality))) stored,
        search_text       text not null generated always as (lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, ''))) stored,
        primary key (tenant_id, id),
        constraint students_tenant foreign key (tenant_id) references core.tenants (id),
        constraint students_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index students_live        on education.students (tenant_id, id desc) where deleted_at is null;
      create index students_grade       on education.students (tenant_id, current_grade_key, id desc) where deleted_at is null;
      create index students_stream      on education.students (tenant_id, stream, id desc) where deleted_at is null;
      create index students_gender      on education.students (tenant_id, gender_key, id desc) where deleted_at is null;
      create index students_religion    on education.students (tenant_id, religion_key, id desc) where deleted_at is null;
      create index students_nationality on education.students (tenant_id, nationality_key, id desc) where deleted_at is null;
      create index students_scholarship on education.students (tenant_id, has_scholarship, id desc) where deleted_at is null;
      create index students_search      on education.students using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create index students_ic          on education.students using gin (tenant_id, ic_number_tokens) where deleted_at is null;
      ${enableRowLevelSecurity('education.students')}
      grant select, insert, update on education.students to usaha_app;
      ${searchFunction('education.students')}
      ${tokenFunction('education.students', 'ic_number')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema education cascade');
  }
}
