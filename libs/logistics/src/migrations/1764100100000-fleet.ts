import { enableRowLevelSecurity, searchFunction, tokenFunction } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drivers and vehicles, who was given which vehicle, where vehicles were, and what was done to them. */
export class Fleet1764100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table logistics.drivers (
        tenant_id              uuid           not null,
        id                     uuid           not null,
        created_at             timestamptz(3) not null,
        updated_at             timestamptz(3) not null,
        deleted_at             timestamptz(3),
        version                integer        not null default 1,
        first_name             text           not null,
        last_name              text           not null,
        ic_number              text,          -- sealed
        ic_number_tokens       text[],
        date_of_birth          date,
        gender                 text,
        email                  text,
        phone_number           text,
        address                jsonb,
        -- Numbers of licences (they carry the IC number), pay and notes, in one seal.
        particulars            text,          -- sealed
        license_class          text,
        license_type           text,
        license_expiry         date,
        psv_expiry             date,
        experience_years       integer        check (experience_years >= 0),
        employment_status      text,
        emergency_contact      jsonb,
        medical_checkup_date   date,
        medical_checkup_expiry date,
        status                 text           not null check (status in ('active', 'inactive', 'suspended')),
        erased_at              timestamptz(3),
        license_class_key      text generated always as (lower(btrim(license_class))) stored,
        employment_status_key  text generated always as (lower(btrim(employment_status))) stored,
        search_text            text not null generated always as (lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, ''))) stored,
        primary key (tenant_id, id),
        constraint drivers_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index drivers_live       on logistics.drivers (tenant_id, id desc) where deleted_at is null;
      create index drivers_status     on logistics.drivers (tenant_id, status, id desc) where deleted_at is null;
      create index drivers_class      on logistics.drivers (tenant_id, license_class_key, id desc) where deleted_at is null;
      create index drivers_employment on logistics.drivers (tenant_id, employment_status_key, id desc) where deleted_at is null;
      create index drivers_search     on logistics.drivers using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create index drivers_ic         on logistics.drivers using gin (tenant_id, ic_number_tokens) where deleted_at is null;
      ${enableRowLevelSecurity('logistics.drivers')}
      grant select, insert, update on logistics.drivers to usaha_app;
      ${searchFunction('logistics.drivers')}
      ${tokenFunction('logistics.drivers', 'ic_number')}

      create table logistics.vehicles (
        tenant_id                uuid           not null,
        id                       uuid           not null,
        created_at               timestamptz(3) not null,
        updated_at               timestamptz(3) not null,
        deleted_at               timestamptz(3),
        version                  integer        not null default 1,
        registration_number      text           not null,
        vehicle_type             text,
        make                     text,
        model                    text,
        year                     integer        check (year >= 0),
        color                    text,
        chassis_number           text,
        engine_number            text,
        capacity_kg              jsonb,         -- a number, as it was sent
        dimensions_cm            jsonb,
        features                 text[]         not null,
        fuel_type                text,
        current_mileage          integer        check (current_mileage >= 0),
        -- When the mileage was last stated.
        odometer_at              timestamptz(3),
        insurance_policy         text,
        insurance_expiry         date,
        road_tax_expiry          date,
        inspection_expiry        date,
        inspection_agency_expiry date,
        status                   text           not null check (status in ('active', 'maintenance', 'retired')),
        -- No key: a vehicle is no record about its driver. Whoever is named is locked while this is written.
        assigned_driver_id       uuid,
        latitude                 numeric(10, 7) check (latitude between -90 and 90),
        longitude                numeric(10, 7) check (longitude between -180 and 180),
        location_address         jsonb,         -- a text or an address
        -- The moment that the report tells, and the one that it counts for: never ahead of our clock.
        last_updated             timestamptz(3),
        located_at               timestamptz(3),
        maintenance_schedule     jsonb,
        -- How many entries its maintenance history has: the position of the last one.
        maintenance_entries      integer        not null check (maintenance_entries >= 0),
        notes                    text,
        vehicle_type_key         text generated always as (lower(btrim(vehicle_type))) stored,
        make_key                 text generated always as (lower(btrim(make))) stored,
        model_key                text generated always as (lower(btrim(model))) stored,
        registration_key         text not null generated always as (lower(regexp_replace(registration_number, '[\\s-]', '', 'g'))) stored,
        primary key (tenant_id, id),
        constraint vehicles_tenant foreign key (tenant_id) references core.tenants (id),
        constraint vehicles_place check ((latitude is null) = (longitude is null) and (latitude is null) = (located_at is null))
      -- Reports of positions touch no index below: with room on its page a row is rewritten beside itself.
      ) with (fillfactor = 70);
      create index vehicles_live         on logistics.vehicles (tenant_id, id desc) where deleted_at is null;
      create index vehicles_type         on logistics.vehicles (tenant_id, vehicle_type_key, id desc) where deleted_at is null;
      create index vehicles_status       on logistics.vehicles (tenant_id, status, id desc) where deleted_at is null;
      create index vehicles_make         on logistics.vehicles (tenant_id, make_key, id desc) where deleted_at is null;
      create index vehicles_model        on logistics.vehicles (tenant_id, model_key, id desc) where deleted_at is null;
      create index vehicles_driver       on logistics.vehicles (tenant_id, assigned_driver_id, id desc) where deleted_at is null;
      create index vehicles_registration on logistics.vehicles (tenant_id, registration_key, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('logistics.vehicles')}
      grant select, insert, update on logistics.vehicles to usaha_app;

      -- Who was given which vehicle, and when it was taken back: rows are added, and an erasure blanks what is personal in them.
      create table logistics.assignments (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        position            integer        not null,
        actor_id            uuid,
        vehicle_id          uuid           not null,
        registration_number text           not null,
        driver_id           uuid,
        driver_name         text,
        previous_driver_id  uuid,
        assignment_date     date           not null,
        notes               text,
        primary key (tenant_id, id),
        constraint assignments_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id),
        constraint assignments_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id)
      );
      create unique index assignments_position on logistics.assignments (tenant_id, vehicle_id, position desc);
      create index        assignments_driver   on logistics.assignments (tenant_id, driver_id, id desc);
      ${enableRowLevelSecurity('logistics.assignments')}
      grant select, insert, update (driver_name, notes) on logistics.assignments to usaha_app;

      -- Where vehicles were, and what their odometers said: rows are added, and go when they are older than they may be kept.
      create table logistics.positions (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        actor_id     uuid,
        vehicle_id   uuid           not null,
        -- The moment that the report tells, and the one that it counts for: never ahead of our clock.
        reported_for timestamptz(3) not null,
        counts_at    timestamptz(3) not null,
        -- Without a place it is a statement of the mileage alone.
        latitude     numeric(10, 7) check (latitude between -90 and 90),
        longitude    numeric(10, 7) check (longitude between -180 and 180),
        address      jsonb,
        mileage      integer        check (mileage >= 0),
        primary key (tenant_id, id),
        constraint positions_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id),
        constraint positions_place check ((latitude is null) = (longitude is null) and (latitude is not null or mileage is not null))
      );
      create index positions_time    on logistics.positions (tenant_id, vehicle_id, counts_at desc, id desc);
      create index positions_mileage on logistics.positions (tenant_id, vehicle_id, counts_at desc, id desc) where mileage is not null;
      ${enableRowLevelSecurity('logistics.positions')}
      grant select, insert, delete on logistics.positions to usaha_app;

      -- What was done to vehicles: rows are added and never changed.
      create table logistics.maintenance_entries (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        position     integer        not null,
        actor_id     uuid,
        vehicle_id   uuid           not null,
        kind         text           not null check (kind in ('status', 'schedule', 'service')),
        date         date           not null,
        mileage      integer        check (mileage >= 0),
        -- What a status or a schedule was before, and is since.
        was          jsonb,
        became       jsonb,
        service_type text,
        cost         numeric(14, 2) check (cost >= 0),
        workshop     text,
        notes        text,
        primary key (tenant_id, id),
        constraint maintenance_entries_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create unique index maintenance_entries_position on logistics.maintenance_entries (tenant_id, vehicle_id, position desc);
      ${enableRowLevelSecurity('logistics.maintenance_entries')}
      grant select, insert on logistics.maintenance_entries to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table logistics.maintenance_entries, logistics.positions, logistics.assignments, logistics.vehicles,
        logistics.drivers`);
  }
}
