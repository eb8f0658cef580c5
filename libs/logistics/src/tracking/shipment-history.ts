import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import type { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentEvent, type ReportedLocation } from './shipment-event.entity.js';
import { readTrackingNumber } from './tracking-number.js';

/** An entry that is to be made. */
export type NewShipmentEvent = Omit<ShipmentEvent, 'id' | 'tenant_id' | 'created_at' | 'actor_id'>;

/** The details of an entry in addition to the shipment's. */
export interface Told {
  location?: ReportedLocation | null;
  notes?: string | null;
  changes?: string[];
}

/** Notes something on a shipment that is held, as it is now. @returns the entry: shipment and entry are written together */
export function noteOn(
  shipment: Shipment,
  now: Date,
  { location = null, notes = null, changes = [] }: Told = {},
): NewShipmentEvent {
  shipment.events += 1;
  // Notes from now on may tell who the parties are.
  shipment.parties_blanked_at = null;
  const {
    id: shipment_id,
    events: position,
    status,
    driver_id,
    vehicle_id,
    driver_name,
    registration_number,
  } = shipment;
  const happened_at = location?.timestamp ? new Date(location.timestamp) : now;
  const named = { driver_id, vehicle_id, driver_name, registration_number };
  return { shipment_id, position, status, happened_at, location, notes, changes, ...named };
}

/** What happened to the shipments of a tenant: entries are added and never changed. */
@Injectable()
export class ShipmentHistory extends Ledger<ShipmentEvent> {
  constructor(database: Database) {
    super(database, ShipmentEvent, 'shipment_id');
  }

  /** The last entries of the shipment with a number, as it was typed, in the order of recording. */
  async lastOf(ctx: Context, typed: string, most: number): Promise<ShipmentEvent[]> {
    const number = readTrackingNumber(typed);
    if (number === null) return [];
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.shipment_id =
         (select s.id from logistics.shipments s where s.tenant_id = $1 and s.tracking_number = $2 and s.deleted_at is null)
       order by r.position desc limit $3`,
      [ctx.tenant_id, number, most],
    );
    return rows.map((row) => this.hydrate(ctx, row)).reverse();
  }

  /** The last entries of a shipment, in the order of recording. */
  async latest(ctx: Context, shipment_id: string, most: number): Promise<ShipmentEvent[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.shipment_id = $2 order by r.position desc limit $3`,
      [ctx.tenant_id, shipment_id, most],
    );
    return rows.map((row) => this.hydrate(ctx, row)).reverse();
  }
}
