import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shipments, and what happened to them. */
export class Shipments1764100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table logistics.shipments (
        tenant_id               uuid           not null,
        id                      uuid           not null,
        created_at              timestamptz(3) not null,
        updated_at              timestamptz(3) not null,
        deleted_at              timestamptz(3),
        version                 integer        not null default 1,
        tracking_number         text           not null,
        status                  text           not null check (status in ('pending', 'in_transit', 'delivered', 'cancelled', 'returned')),
        origin                  jsonb          not null,
        destination             jsonb          not null,
        -- The code of the state, or what was written for it in small letters.
        origin_state_key        text,
        destination_state_key   text,
        package_details         jsonb          not null,
        service_type            text           not null check (service_type in ('express', 'standard', 'economy')),
        delivery_date           date,
        delivery_time_window    jsonb,
        customer_reference      text,
        insurance_required      boolean        not null,
        insurance_amount        numeric(14, 2) check (insurance_amount >= 0),
        payment_method          text,
        payment_amount          numeric(14, 2) check (payment_amount >= 0),
        notes                   text,
        total_distance_km       numeric(9, 3)  not null check (total_distance_km >= 0),
        distance_source         text           not null check (distance_source in ('coordinates', 'postcode', 'state', 'none')),
        estimated_delivery_time timestamptz(3) not null,
        -- The last moment at which a delivery is on time.
        promised_until          timestamptz(3) not null,
        actual_delivery_time    timestamptz(3),
        driver_id               uuid,
        vehicle_id              uuid,
        -- As they were when they were named: both may be deleted meanwhile.
        driver_name             text,
        registration_number     text,
        -- How many entries its history has: the position of the last one.
        events                  integer        not null check (events >= 0),
        customer_reference_key  text generated always as (lower(btrim(customer_reference))) stored,
        weight_kg               numeric generated always as ((package_details ->> 'weight_kg')::numeric) stored,
        value_myr               numeric generated always as ((package_details ->> 'value_myr')::numeric) stored,
        -- Collected from the receiver for the sender, and never revenue of the carrier.
        is_cod                  boolean not null generated always as (coalesce(regexp_replace(lower(btrim(payment_method)), '[ -]+', '_', 'g') in ('cod', 'cash_on_delivery'), false)) stored,
        primary key (tenant_id, id),
        constraint shipments_tenant foreign key (tenant_id) references core.tenants (id),
        constraint shipments_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint shipments_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create unique index shipments_tracking_number on logistics.shipments (tenant_id, tracking_number);
      create index shipments_live         on logistics.shipments (tenant_id, id desc) where deleted_at is null;
      create index shipments_status       on logistics.shipments (tenant_id, status, id desc) where deleted_at is null;
      create index shipments_status_state on logistics.shipments (tenant_id, status, destination_state_key, id desc) where deleted_at is null;
      create index shipments_service      on logistics.shipments (tenant_id, service_type, id desc) where deleted_at is null;
      create index shipments_origin       on logistics.shipments (tenant_id, origin_state_key, id desc) where deleted_at is null;
      create index shipments_destination  on logistics.shipments (tenant_id, destination_state_key, id desc) where deleted_at is null;
      create index shipments_created      on logistics.shipments (tenant_id, created_at, id desc) where deleted_at is null;
      create index shipments_reference    on logistics.shipments (tenant_id, customer_reference_key, id desc) where deleted_at is null;
      create index shipments_driver       on logistics.shipments (tenant_id, driver_id, id desc) where deleted_at is null;
      create index shipments_vehicle      on logistics.shipments (tenant_id, vehicle_id, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('logistics.shipments')}
      grant select, insert, update on logistics.shipments to usaha_app;

      -- What happened to shipments: rows are added, and an erasure blanks what is personal in them.
      create table logistics.shipment_events (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        position            integer        not null,
        actor_id            uuid,
        shipment_id         uuid           not null,
        status              text           not null check (status in ('pending', 'in_transit', 'delivered', 'cancelled', 'returned')),
        -- The moment that the report tells, which may be past or to come.
        happened_at         timestamptz(3) not null,
        location            jsonb,
        notes               text,
        driver_id           uuid,
        vehicle_id          uuid,
        driver_name         text,
        registration_number text,
        -- Names of the fields that were changed after dispatch, never their values.
        changes             text[]         not null,
        primary key (tenant_id, id),
        constraint shipment_events_shipment foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint shipment_events_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint shipment_events_vehicle foreign key (tenant_id, vehicle_id) references logistics.vehicles (tenant_id, id)
      );
      create unique index shipment_events_position on logistics.shipment_events (tenant_id, shipment_id, position desc);
      create index        shipment_events_driver   on logistics.shipment_events (tenant_id, driver_id, id desc);
      ${enableRowLevelSecurity('logistics.shipment_events')}
      grant select, insert, update (driver_name, notes, location) on logistics.shipment_events to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logistics.shipment_events, logistics.shipments');
  }
}
