import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import type { MaintenanceEntry } from './maintenance-entry.entity.js';
import { MaintenanceLedger, type ServiceDone } from './maintenance-ledger.js';

/** The maintenance of the vehicles of the context's tenant. */
@Injectable()
export class MaintenanceService {
  constructor(
    private readonly vehicles: VehicleRepository,
    private readonly ledger: MaintenanceLedger,
  ) {}

  /** The newest first. @throws not_found */
  async historyOf(ctx: Context, vehicle_id: string, page: PageRequest): Promise<Page<MaintenanceEntry>> {
    const vehicle = await this.vehicles.get(ctx, vehicle_id);
    return this.ledger.list(ctx, vehicle.id, page);
  }

  /** Its services alone, the last recorded first. @throws not_found */
  async servicesOf(ctx: Context, vehicle_id: string, page: PageRequest): Promise<Page<MaintenanceEntry>> {
    const vehicle = await this.vehicles.get(ctx, vehicle_id);
    return this.ledger.services(ctx, vehicle.id, page);
  }

  /** The ledger says who recorded it and what, so the audit trail need not. @throws not_found; invalid for a cost that cannot be kept */
  async record(ctx: Context, vehicle_id: string, done: ServiceDone): Promise<MaintenanceEntry> {
    const vehicle = await this.vehicles.lock(ctx, vehicle_id);
    const entry = this.ledger.enterService(ctx, vehicle, done);
    this.vehicles.updateMany(ctx, [vehicle], ['maintenance_entries'], null);
    return entry;
  }
}
