import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  RetryTransaction,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  isUuid,
  violates,
  type Context,
  type Filter,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { narrowed, ownDriver, shipmentsOfDriver } from '../driver/own-deliveries.js';
import { nouns } from '../messages.js';
import { stateKey } from '../place/state-key.js';
import { readTrackingNumber } from '../tracking/tracking-number.js';
import { createdFromDay, createdToDay } from './created-days.js';
import { Shipment } from './shipment.entity.js';
import { shipmentEvents } from './shipment.events.js';
import type { ServiceType, ShipmentStatus } from './shipment-statuses.js';

/** Filters of a list of shipments. */
export interface ShipmentQuery {
  status?: ShipmentStatus;
  service_type?: ServiceType;
  /** Of the creation, both included. */
  date_from?: string;
  date_to?: string;
  /** Regardless of spelling. */
  origin_state?: string;
  destination_state?: string;
  tracking_number?: string;
  customer_reference?: string;
  driver_id?: string;
  vehicle_id?: string;
}

const equalsState =
  (column: string): Filter<string> =>
  (value, bind) =>
    `r.${column} = ${bind(stateKey(value) ?? '')}`;

/** As it was typed. A text that is no number of ours finds nothing. */
const tracked: Filter<string> = (typed, bind) => {
  const number = readTrackingNumber(typed);
  return number === null ? 'false' : `r.tracking_number = ${bind(number)}`;
};

type Conditions = ShipmentQuery & { assigned_to?: string };

const filters: Filters<Conditions> = {
  status: equals('status'),
  service_type: equals('service_type'),
  date_from: createdFromDay,
  date_to: createdToDay,
  origin_state: equalsState('origin_state_key'),
  destination_state: equalsState('destination_state_key'),
  tracking_number: tracked,
  customer_reference: equalsKey('customer_reference_key'),
  driver_id: equalsId('driver_id'),
  vehicle_id: equalsId('vehicle_id'),
  assigned_to: shipmentsOfDriver,
};

const keys = {
  tracking_number: { column: 'tracking_number', as: readTrackingNumber },
  customer_reference: { column: 'customer_reference_key', as: 'text' },
} as const;

declareReferences({
  shipments_tenant: 'tenant_id',
  shipments_driver: 'driver_id',
  shipments_vehicle: 'vehicle_id',
});

/**
 * Those that a driver has, or had: entries and proofs go on naming the driver when another one has the shipment, and the transaction that writes
 * them locks the shipment.
 */
const OF_DRIVER = `
  from logistics.shipments r where r.tenant_id = $1 and r.deleted_at is null and r.id in (
    select s.id from logistics.shipments s where s.tenant_id = $1 and s.driver_id = $2
    union select e.shipment_id from logistics.shipment_events e where e.tenant_id = $1 and e.driver_id = $2)`;

/** The unique index of tracking numbers. */
const NUMBER_INDEX = 'shipments_tracking_number';

/** The shipments of a tenant. For users who are drivers there are none but those assigned to them. */
@Injectable()
export class ShipmentRepository extends Repository<Shipment, Conditions> {
  constructor(database: Database) {
    const narrowing = ['assigned_to'] as const;
    super(database, Shipment, { noun: nouns.shipment, filters, keys, events: shipmentEvents, narrowing });
  }

  override list(ctx: Context, query: ShipmentQuery, page: PageRequest): Promise<Page<Shipment>> {
    const own = ownDriver(ctx.actor);
    return super.list(ctx, own === null ? query : { ...query, assigned_to: own }, page);
  }

  /** That of a schedule, with any driver: only to find out what is to be said against the schedule. */
  ofSchedule(ctx: Context, id: string): Promise<Shipment | null> {
    return super.first(ctx, `${this.mine} and r.id = $2`, [ctx.tenant_id, id]);
  }

  /** Enqueues the INSERT of a shipment with a drawn tracking number. Where another has it, the transaction is done again. */
  add(ctx: Context, shipment: Shipment, tracking_number: string): Shipment {
    shipment.tracking_number = tracking_number;
    return this.insert(ctx, shipment, 'create', (error) =>
      violates(error, NUMBER_INDEX) ? new RetryTransaction('key_taken', error) : error,
    );
  }

  /** @throws not_found for what is no number of ours, and for one that no shipment has: which it was is unknown */
  async tracked(ctx: Context, typed: string): Promise<Shipment> {
    const number = readTrackingNumber(typed);
    const values = [ctx.tenant_id, number];
    const shipment = number === null ? null : await this.first(ctx, `${this.mine} and r.tracking_number = $2`, values);
    return shipment ?? this.missing();
  }

  /** Those that a list of a body names, in its order, read together. @throws invalid naming the first that there is none of */
  async allNamed(ctx: Context, field: string, ids: readonly string[]): Promise<Shipment[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${this.mine} and r.id = any($2)`,
      [ctx.tenant_id, ids.filter(isUuid)],
    );
    const known = new Map(rows.map((row) => this.hydrate(ctx, row)).map((shipment) => [shipment.id, shipment]));
    return ids.map((id, i) => known.get(id) ?? this.refuseUnknown(`${field}.${i}`));
  }

  /** Those of several numbers that there are, locked in the order of their ids. */
  lockTracked(ctx: Context, numbers: readonly string[]): Promise<Shipment[]> {
    return this.lockWhere(
      ctx,
      ...narrowed(ctx.actor, shipmentsOfDriver, ['r.tracking_number = any($2)', [numbers]], 2),
    );
  }

  /** Locks those that a driver has or had, in the order of their ids. @param driver_id a text that is no id names no driver @returns how many */
  async lockOfDriver(ctx: Context, driver_id: string): Promise<number> {
    if (!isUuid(driver_id)) return 0;
    const held = await ctx.db.lock(`select 1 ${OF_DRIVER} order by r.id for no key update of r`, [
      ctx.tenant_id,
      driver_id,
    ]);
    return held.length;
  }

  /** How many a driver has or had. */
  async countOfDriver(ctx: Context, driver_id: string): Promise<number> {
    const [row] = await ctx.db.read(`select count(*) ${OF_DRIVER}`, [ctx.tenant_id, driver_id]);
    return row?.[0] as number;
  }

  protected override first(
    ctx: Context,
    condition: string,
    values: unknown[],
    way?: 'read' | 'lock',
  ): Promise<Shipment | null> {
    return super.first(ctx, ...narrowed(ctx.actor, shipmentsOfDriver, [condition, values]), way);
  }
}
