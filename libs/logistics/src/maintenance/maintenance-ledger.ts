import { Injectable } from '@nestjs/common';
import { Database, Ledger, malaysianDay, type Context } from '@usaha/shared';
import type { MaintenanceSchedule, Vehicle, VehicleStatus } from '../vehicle/vehicle.entity.js';
import { MaintenanceEntry } from './maintenance-entry.entity.js';

/** What a vehicle was before it is changed. */
export interface Before {
  status: VehicleStatus;
  maintenance_schedule: MaintenanceSchedule | null;
}

/** What was done to the vehicles of a tenant. */
@Injectable()
export class MaintenanceLedger extends Ledger<MaintenanceEntry> {
  constructor(database: Database) {
    super(database, MaintenanceEntry, 'vehicle_id');
  }

  /** Enters changes of a vehicle that is held and not saved yet: the vehicle counts the entries. @param changed its fields */
  async enterChanges(ctx: Context, vehicle: Vehicle, before: Before, changed: readonly string[]): Promise<void> {
    const entries = (['status', 'maintenance_schedule'] as const)
      .filter((field) => changed.includes(field))
      .map((field) => ({
        vehicle_id: vehicle.id,
        position: vehicle.countMaintenance(),
        kind: field === 'status' ? ('status' as const) : ('schedule' as const),
        date: malaysianDay(ctx.now),
        mileage: vehicle.current_mileage,
        was: before[field],
        became: vehicle[field],
        service_type: field === 'status' ? null : (vehicle.maintenance_schedule?.service_type ?? null),
        cost: null,
        workshop: null,
        notes: null,
      }));
    if (entries.length > 0) await this.append(ctx, entries);
  }
}
