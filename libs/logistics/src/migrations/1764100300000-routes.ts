import { elementFunction, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Routes, delivery schedules, and what optimisations of routes came to. */
export class Routes1764100300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table logistics.routes (
        tenant_id                  uuid           not null,
        id                         uuid           not null,
        created_at                 timestamptz(3) not null,
        updated_at                 timestamptz(3) not null,
        deleted_at                 timestamptz(3),
        version                    integer        not null default 1,
        name                       text           not null,
        description                text,
        origin                     jsonb,
        destination                jsonb,
        waypoints                  jsonb          not null,
        -- By which filters find the states and places in both addresses.
        origin_keys                text[]         not null,
        destination_keys           text[]         not null,
        -- Numbers, as they were sent.
        estimated_distance_km      jsonb,
        estimated_duration_minutes jsonb,
        -- The same along its points, worked out when they were last written: numbers.
        measured_distance_km       jsonb          not null,
        measured_duration_minutes  jsonb          not null,
        vehicle_type               text,
        driver_requirements        text[]         not null,
        operating_hours            jsonb,
        frequency                  jsonb,         -- a text or a number
        active_days                text[]         not null,
        priority                   jsonb,         -- a text or a number
        notes                      text,
        vehicle_type_key           text generated always as (lower(btrim(vehicle_type))) stored,
        frequency_key              text generated always as (lower(btrim(frequency #>> '{}'))) stored,
        priority_key               text generated always as (lower(btrim(priority #>> '{}'))) stored,
        primary key (tenant_id, id),
        constraint routes_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index routes_live        on logistics.routes (tenant_id, id desc) where deleted_at is null;
      create index routes_type        on logistics.routes (tenant_id, vehicle_type_key, id desc) where deleted_at is null;
      create index routes_frequency   on logistics.routes (tenant_id, frequency_key, id desc) where deleted_at is null;
      create index routes_priority    on logistics.routes (tenant_id, priority_key, id desc) where deleted_at is null;
      create index routes_origin      on logistics.routes using gin (tenant_id, origin_keys) where deleted_at is null;
      create index routes_destination on logistics.routes using gin (tenant_id, destination_keys) where deleted_at is null;
      ${enableRowLevelSecurity('logistics.routes')}
      grant select, insert, update on logistics.routes to usaha_app;
      ${elementFunction('logistics.routes', 'origin', 'origin_keys')}
      ${elementFunction('logistics.routes', 'destination', 'destination_keys')}

      create table logistics.schedules (
        tenant_id                  uuid           not null,
        id                         uuid           not null,
        created_at                 timestamptz(3) not null,
        updated_at                 timestamptz(3) not null,
        deleted_at                 timestamptz(3),
        version                    integer        not null default 1,
        shipment_id                uuid           not null,
        driver_id                  uuid,
        vehicle_id                 uuid,
        route_id                   uuid,
        -- As they were when they were named: both may be deleted meanwhile.
        driver_name                text,
        registration_number        text,
        scheduled_date             date           not null,
        scheduled_time             text,         -- HH:MM:SS
        estimated_duration_minutes jsonb,         -- a number, as it was sent
        -- From when to when it takes its driver and its vehicle; null where no time is told.
        starts_at                  timestamptz(3),
        ends_at                    timestamptz(3),
        priority                   jsonb,         -- a text or a number
        status                     text           not null check (status in ('scheduled', 'in_progress', 'completed', 'cancelled')),
        special_instructions       text,
        contact_preferences        jsonb,
        -- What was to be said against it when it was last written, by code.
        warnings                   text[]         not null,
        primary key (tenant_id, id),
        constraint schedules_tenant foreign key (tenant_id) references core.tenants (id),
        constraint schedules_shipment foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint schedules_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint schedules_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id),
        constraint schedules_route foreign key (tenant_id, route_id) references logistics.routes (tenant_id, id),
        constraint schedules_time check ((ends_at is null) = (starts_at is null) and ends_at >= starts_at)
      );
      create index schedules_live     on logistics.schedules (tenant_id, id desc) where deleted_at is null;
      create index schedules_shipment on logistics.schedules (tenant_id, shipment_id, id desc) where deleted_at is null;
      create index schedules_driver   on logistics.schedules (tenant_id, driver_id, id desc) where deleted_at is null;
      create index schedules_vehicle  on logistics.schedules (tenant_id, vehicle_id, id desc) where deleted_at is null;
      create index schedules_status   on logistics.schedules (tenant_id, status, id desc) where deleted_at is null;
      create index schedules_date     on logistics.schedules (tenant_id, scheduled_date, id desc) where deleted_at is null;
      create index schedules_driven   on logistics.schedules (tenant_id, driver_id, ends_at)
        where status in ('scheduled', 'in_progress') and deleted_at is null;
      create index schedules_used     on logistics.schedules (tenant_id, vehicle_id, ends_at)
        where status in ('scheduled', 'in_progress') and deleted_at is null;
      ${enableRowLevelSecurity('logistics.schedules')}
      grant select, insert, update on logistics.schedules to usaha_app;

      -- What runs of optimisations came to: rows are added and never changed.
      create table logistics.optimizations (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        actor_id       uuid,
        route_id       uuid           not null,
        vehicle_id     uuid,
        criteria       text[]         not null,
        method         text           not null check (method in ('exact', 'heuristic')),
        stops          integer        not null check (stops >= 0),
        -- Kilometres, minutes and litres of the order that was sent, and of the one that was proposed.
        baseline       jsonb          not null,
        proposal       jsonb          not null,
        saving_percent numeric(7, 4)  not null check (saving_percent >= 0),
        primary key (tenant_id, id),
        constraint optimizations_route foreign key (tenant_id, route_id) references logistics.routes (tenant_id, id),
        constraint optimizations_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create index optimizations_route on logistics.optimizations (tenant_id, route_id, created_at);
      ${enableRowLevelSecurity('logistics.optimizations')}
      grant select, insert on logistics.optimizations to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logistics.optimizations, logistics.schedules, logistics.routes');
  }
}
