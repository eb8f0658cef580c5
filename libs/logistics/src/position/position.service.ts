import { Injectable } from '@nestjs/common';
import { invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { messages } from '../messages.js';
import type { PlaceReport, Vehicle } from '../vehicle/vehicle.entity.js';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import { placeReport, type SentReport } from './place-report.js';
import type { VehiclePosition } from './position.entity.js';
import { PositionHistory } from './position.history.js';

/** What a report may move on a vehicle; none of it is in an index. */
const moved = [
  'latitude',
  'longitude',
  'location_address',
  'last_updated',
  'located_at',
  'current_mileage',
  'odometer_at',
] as const satisfies (keyof Vehicle)[];

/** Where the vehicles of the context's tenant are. */
@Injectable()
export class PositionService {
  constructor(
    private readonly vehicles: VehicleRepository,
    private readonly history: PositionHistory,
  ) {}

  /**
   * Keeps a report, and moves the vehicle where it is not older than what is known. Positions are about people: they are in
   * the history alone, which ends, and not on the audit trail, which does not.
   * @throws not_found; invalid for a mileage below that of before
   */
  async report(ctx: Context, vehicle_id: string, sent: SentReport): Promise<Vehicle> {
    const vehicle = await this.vehicles.lock(ctx, vehicle_id);
    const report = placeReport(sent, ctx.now);
    await this.requireMileage(ctx, vehicle, report);
    vehicle.takeIn(report);
    const isMoved = this.vehicles.changedFields(vehicle).length > 0;
    this.history.add(ctx, vehicle, report);
    if (isMoved) this.vehicles.updateMany(ctx, [vehicle], moved, null);
    return vehicle;
  }

  /** Where a vehicle was, the newest report first. @throws not_found */
  async historyOf(ctx: Context, vehicle_id: string, page: PageRequest): Promise<Page<VehiclePosition>> {
    const vehicle = await this.vehicles.get(ctx, vehicle_id);
    return this.history.list(ctx, vehicle.id, page);
  }

  private async requireMileage(ctx: Context, vehicle: Vehicle, { mileage, counts_at }: PlaceReport): Promise<void> {
    if (mileage === null) return;
    const before = await this.history.mileageAt(ctx, vehicle, counts_at);
    if (before !== null && mileage < before) throw invalid('mileage', messages.mileageBelow({ mileage, before }));
  }
}
