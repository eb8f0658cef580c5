import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import type { MaintenanceEntry } from './maintenance-entry.entity.js';
import { MaintenanceLedger } from './maintenance-ledger.js';

/** What was done to the vehicles of the context's tenant. */
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
}
