import { Injectable } from '@nestjs/common';
import { Database, Ledger, malaysianDay, money, type Context, type Page, type PageRequest } from '@usaha/shared';
import { tell } from '@usaha/shared/events';
import type { MaintenanceSchedule, Vehicle, VehicleStatus } from '../vehicle/vehicle.entity.js';
import { MaintenanceEntry } from './maintenance-entry.entity.js';
import { maintenanceRecorded } from './maintenance.events.js';

/** What a vehicle was before it is changed. */
export interface Before {
  status: VehicleStatus;
  maintenance_schedule: MaintenanceSchedule | null;
}

/** A service that was done to a vehicle. */
export interface ServiceDone {
  /** YYYY-MM-DD; today (UTC+8) unless it is told. */
  date?: string | null;
  service_type: string;
  /** MYR. */
  cost?: number | null;
  workshop?: string | null;
  /** Kilometres, as the workshop noted them: the vehicle's own stay as they are. */
  mileage?: number | null;
  notes?: string | null;
}

/** The maintenance of the vehicles of a tenant. */
@Injectable()
export class MaintenanceLedger extends Ledger<MaintenanceEntry> {
  constructor(database: Database) {
    super(database, MaintenanceEntry, 'vehicle_id');
  }

  /** One page of the services of a vehicle, the last recorded first. */
  services(ctx: Context, vehicle_id: string, page: PageRequest): Promise<Page<MaintenanceEntry>> {
    return this.list(ctx, vehicle_id, page, "r.kind = 'service'");
  }

  /** Enqueues and announces a service of a vehicle that is locked and not saved yet. */
  enterService(ctx: Context, vehicle: Vehicle, { date, cost = null, ...service }: ServiceDone): MaintenanceEntry {
    const entry = {
      vehicle_id: vehicle.id,
      position: vehicle.countMaintenance(),
      kind: 'service' as const,
      date: date ?? malaysianDay(ctx.now),
      mileage: service.mileage ?? null,
      was: null,
      became: null,
      service_type: service.service_type,
      cost: cost === null ? null : money.within('cost', cost),
      workshop: service.workshop ?? null,
      notes: service.notes ?? null,
    };
    const [entered] = this.append(ctx, [entry]) as [MaintenanceEntry];
    tell(ctx, maintenanceRecorded, { id: entered.id, vehicle_id: vehicle.id });
    return entered;
  }

  /** Enqueues changes of a vehicle that is locked and not saved yet: the vehicle counts the entries. @param changed its fields */
  enterChanges(ctx: Context, vehicle: Vehicle, before: Before, changed: readonly string[]): void {
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
    if (entries.length > 0) this.append(ctx, entries);
  }
}
