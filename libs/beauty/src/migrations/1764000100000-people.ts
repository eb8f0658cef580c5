import { elementFunction, enableRowLevelSecurity, searchFunction } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients and their points, and staff. Health, notes and IC numbers are sealed: `text` for every kind of value, and marked so. */
export class People1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table beauty.clients (
        tenant_id            uuid           not null,
        id                   uuid           not null,
        created_at           timestamptz(3) not null,
        updated_at           timestamptz(3) not null,
        deleted_at           timestamptz(3),
        version              integer        not null default 1,
        first_name           text           not null,
        last_name            text           not null,
        email                text,
        phone_number         text,
        ic_number            text,          -- sealed
        date_of_birth        date,
        gender               text,
        address              jsonb,
        emergency_contact    jsonb,
        skin_type            text,
        hair_type            text,
        health               text,          -- sealed
        preferred_services   jsonb          not null,
        frequency            text,
        membership_level     text,
        loyalty_points       integer        not null check (loyalty_points >= 0),
        marketing_consent    boolean        not null,
        pdpa_consent         boolean        not null,
        pdpa_consent_date    timestamptz(3),
        erased_at            timestamptz(3),
        phone_number_key     text generated always as (lower(btrim(phone_number))) stored,
        skin_type_key        text generated always as (lower(btrim(skin_type))) stored,
        hair_type_key        text generated always as (lower(btrim(hair_type))) stored,
        frequency_key        text generated always as (lower(btrim(frequency))) stored,
        membership_level_key text generated always as (lower(btrim(membership_level))) stored,
        search_text          text not null generated always as
          (lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(phone_number, ''))) stored,
        primary key (tenant_id, id),
        constraint clients_tenant foreign key (tenant_id) references core.tenants (id),
        constraint clients_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index clients_live       on beauty.clients (tenant_id, id desc) where deleted_at is null;
      create index clients_phone      on beauty.clients (tenant_id, phone_number_key, id desc) where deleted_at is null;
      create index clients_skin       on beauty.clients (tenant_id, skin_type_key, id desc) where deleted_at is null;
      create index clients_hair       on beauty.clients (tenant_id, hair_type_key, id desc) where deleted_at is null;
      create index clients_frequency  on beauty.clients (tenant_id, frequency_key, id desc) where deleted_at is null;
      create index clients_membership on beauty.clients (tenant_id, membership_level_key, id desc) where deleted_at is null;
      create index clients_search     on beauty.clients using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      ${enableRowLevelSecurity('beauty.clients')}
      grant select, insert, update on beauty.clients to usaha_app;
      ${searchFunction('beauty.clients')}

      -- The points ledger: rows are added and never changed.
      create table beauty.points_movements (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        position       integer        not null,
        client_id      uuid           not null,
        kind           text           not null check (kind in ('opening', 'correction')),
        points_changed integer        not null,
        balance        integer        not null check (balance >= 0),
        actor_id       uuid,
        primary key (tenant_id, id),
        constraint points_movements_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id)
      );
      create unique index points_movements_client on beauty.points_movements (tenant_id, client_id, position desc);
      ${enableRowLevelSecurity('beauty.points_movements')}
      grant select, insert on beauty.points_movements to usaha_app;

      create table beauty.staff (
        tenant_id             uuid           not null,
        id                    uuid           not null,
        created_at            timestamptz(3) not null,
        updated_at            timestamptz(3) not null,
        deleted_at            timestamptz(3),
        version               integer        not null default 1,
        first_name            text           not null,
        last_name             text           not null,
        email                 text,
        phone_number          text,
        ic_number             text,          -- sealed
        date_of_birth         date,
        gender                text,
        address               jsonb,
        position              text,
        specializations       text[]         not null,
        -- Trimmed and in lower case, as the filter compares them.
        specialization_keys   text[]         not null,
        certifications        jsonb          not null,
        experience_years      integer        check (experience_years >= 0),
        hourly_rate           numeric(14, 2) check (hourly_rate >= 0),
        commission_rate       numeric(7, 4)  check (commission_rate between 0 and 100),
        employment_status     text,
        working_hours         jsonb          not null,
        skills                text[]         not null,
        languages             text[]         not null,
        emergency_contact     jsonb,
        status                text           not null,
        notes                 text,          -- sealed
        pdpa_consent          boolean        not null,
        pdpa_consent_date     timestamptz(3),
        erased_at             timestamptz(3),
        position_key          text generated always as (lower(btrim(position))) stored,
        employment_status_key text generated always as (lower(btrim(employment_status))) stored,
        status_key            text generated always as (lower(btrim(status))) stored,
        primary key (tenant_id, id),
        constraint staff_tenant foreign key (tenant_id) references core.tenants (id),
        constraint staff_consent_date check (pdpa_consent = (pdpa_consent_date is not null))
      );
      create index staff_live           on beauty.staff (tenant_id, id desc) where deleted_at is null;
      create index staff_position       on beauty.staff (tenant_id, position_key, id desc) where deleted_at is null;
      create index staff_employment     on beauty.staff (tenant_id, employment_status_key, id desc) where deleted_at is null;
      create index staff_status         on beauty.staff (tenant_id, status_key, id desc) where deleted_at is null;
      create index staff_specialization on beauty.staff using gin (tenant_id, specialization_keys) where deleted_at is null;
      ${enableRowLevelSecurity('beauty.staff')}
      grant select, insert, update on beauty.staff to usaha_app;
      ${elementFunction('beauty.staff', 'specialization', 'specialization_keys')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table beauty.staff, beauty.points_movements, beauty.clients');
    await runner.query('drop function beauty.clients_matching, beauty.staff_with_specialization');
  }
}
