import { Injectable } from '@nestjs/common';
import { invalid, type Context, type Repository, type StoredRecord } from '@usaha/shared';
import { DriverRepository } from '../driver/driver.repository.js';
import { mayLoad, ownDriver, reportOf } from '../driver/own-deliveries.js';
import { messages } from '../messages.js';
import { ScheduleFollowing } from '../schedule/schedule-following.js';
import { requireBoth } from '../shipment/party.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import { announceStatus } from './shipment-events.js';
import { ShipmentHistory } from './shipment-history.js';
import { takeIn, type StatusReport } from './status-report.js';
import { readTrackingNumber } from './tracking-number.js';

/** Recorded; no such shipment; the same shipment again, which is recorded once. */
export const scanResults = ['ok', 'not_found', 'duplicate'] as const;
export type ScanResult = (typeof scanResults)[number];

/** Many shipments that are reported alike. */
export interface BulkScan extends StatusReport {
  /** As they were typed or scanned. */
  tracking_numbers: readonly string[];
}

/** What came of one number. */
export interface Scanned {
  tracking_number: string;
  result: ScanResult;
  shipment_id: string | null;
}

const MOST = 500;
/** What a report changes of a shipment. */
const written = [
  'status',
  'actual_delivery_time',
  'driver_id',
  'driver_name',
  'vehicle_id',
  'registration_number',
  'events',
  'parties_blanked_at',
] as const satisfies (keyof Shipment)[];

/** A van or a shelf, scanned at once. */
@Injectable()
export class BulkScanService {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly history: ShipmentHistory,
    private readonly drivers: DriverRepository,
    private readonly vehicles: VehicleRepository,
    private readonly schedules: ScheduleFollowing,
  ) {}

  /**
   * Known shipments are recorded together or not at all. @returns what came of each number, in the order sent
   * @throws invalid for none or more than 500 numbers, for an unknown driver or vehicle, and for one coordinate without the other;
   * forbidden where a driver gives them away
   */
  async scan(ctx: Context, { tracking_numbers: typed, ...sent }: BulkScan): Promise<Scanned[]> {
    const report = reportOf(ctx.actor, sent);
    if (typed.length === 0 || typed.length > MOST)
      throw invalid('tracking_numbers', messages.scanTooLarge({ most: MOST, count: typed.length }));
    if (report.location) requireBoth('location', report.location);
    const numbers = typed.map(readTrackingNumber);
    const known = [...new Set(numbers.filter((number) => number !== null))];
    const shipments = await this.shipments.lockTracked(ctx, known);
    const moved = shipments.map(({ id }) => ({ shipment_id: id, status: report.status }));
    if (await this.schedules.isOn(ctx)) await this.schedules.follow(ctx, moved);
    // A driver who is gone, and has nothing assigned, is named by no field of the body.
    if (shipments.length > 0 || ownDriver(ctx.actor) === null) await this.record(ctx, shipments, report);
    const byNumber = new Map(shipments.map((shipment) => [shipment.tracking_number, shipment]));
    const seen = new Set<string>();
    return typed.map((tracking_number, i) => {
      const shipment = byNumber.get(numbers[i] ?? '');
      if (!shipment) return { tracking_number, result: 'not_found', shipment_id: null };
      const result = seen.has(shipment.id) ? 'duplicate' : 'ok';
      seen.add(shipment.id);
      return { tracking_number, result, shipment_id: shipment.id };
    });
  }

  private async record(ctx: Context, shipments: readonly Shipment[], report: StatusReport): Promise<void> {
    // Locks drivers before vehicles, as all others do.
    const [driver, vehicle] = await Promise.all([
      namedBy(ctx, this.drivers, { field: 'driver_id', sent: report.driver_id, shipments }),
      namedBy(ctx, this.vehicles, { field: 'vehicle_id', sent: report.vehicle_id, shipments }),
    ]);
    if (!mayLoad(ctx.actor, vehicle)) this.vehicles.refuseUnknown('vehicle_id');
    const changes = shipments.map((shipment) => ({ shipment, previous_status: shipment.status }));
    const entries = shipments.map((shipment) => takeIn(shipment, ctx.now, report, { driver, vehicle }));
    this.shipments.updateMany(ctx, shipments, written, 'update_status');
    this.history.append(ctx, entries);
    announceStatus(ctx, ...changes);
  }
}

/** The named records, locked; none is looked up where all shipments name the same already. */
function namedBy<T extends StoredRecord>(
  ctx: Context,
  repository: Repository<T>,
  {
    field,
    sent,
    shipments,
  }: { field: 'driver_id' | 'vehicle_id'; sent?: string | null; shipments: readonly Shipment[] },
): Promise<T | null> {
  if (typeof sent !== 'string') return Promise.resolve(null);
  const isStored = shipments.length > 0 && shipments.every((shipment) => shipment[field] === sent.toLowerCase());
  return isStored ? Promise.resolve(null) : repository.lockReferenced(ctx, field, sent);
}
