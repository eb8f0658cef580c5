import { Injectable } from '@nestjs/common';
import { isUuid, malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { DriverRepository } from '../driver/driver.repository.js';
import { mayLoad, reportOf } from '../driver/own-deliveries.js';
import { newlyNamed } from '../named-by.js';
import { ScheduleFollowing } from '../schedule/schedule-following.js';
import { requireBoth } from '../shipment/party.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import { judgeDocuments, type SentOut } from '../warning/judge-documents.js';
import { papersOfShipment } from '../warning/papers-of-shipment.js';
import type { DocumentWarning } from '../warning/warning-codes.js';
import type { ReportedLocation, ShipmentEvent } from './shipment-event.entity.js';
import { announceStatus } from './shipment-events.js';
import { ShipmentHistory } from './shipment-history.js';
import { takeIn, type Named, type StatusReport } from './status-report.js';

/** A shipment as it was reported, and what is to be said against its driver's and its vehicle's documents. */
export interface StatusReported {
  shipment: Shipment;
  warnings: DocumentWarning[];
}

/** A shipment, and what happened to it last, in the order of recording. */
export interface Tracked {
  shipment: Shipment;
  history: ShipmentEvent[];
}

const NO_PAPERS: SentOut = { driver: null, vehicle: null };

/** How many entries of its history are shown with a shipment. */
const SHOWN = 100;

/** Where shipments are on their way. */
@Injectable()
export class TrackingService {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly history: ShipmentHistory,
    private readonly drivers: DriverRepository,
    private readonly vehicles: VehicleRepository,
    private readonly schedules: ScheduleFollowing,
  ) {}

  /**
   * Any status may follow any; the same one again is a scan at another place. Expired documents are warned of and
   * refuse nothing.
   * @throws not_found; invalid for an unknown driver or vehicle, and for one coordinate without the other; forbidden where a driver
   * gives it away
   */
  async report(ctx: Context, id: string, sent: StatusReport): Promise<StatusReported> {
    if (sent.location) requireBoth('location', sent.location);
    // The driver who has it already is looked at for the warnings alone, in the packet in which it is locked.
    const [shipment, follows, had] = await Promise.all([
      this.shipments.lock(ctx, id),
      this.schedules.isOn(ctx),
      isUuid(id) ? papersOfShipment(ctx, id) : NO_PAPERS,
    ]);
    const report = reportOf(ctx.actor, sent);
    if (follows) await this.schedules.follow(ctx, [{ shipment_id: shipment.id, status: report.status }]);
    const { driver, vehicle } = await this.namedIn(ctx, shipment, report);
    this.record(ctx, shipment, report, { driver, vehicle });
    const has = {
      driver: driver ?? (shipment.driver_id === null ? null : had.driver),
      vehicle: vehicle ?? (shipment.vehicle_id === null ? null : had.vehicle),
    };
    return { shipment, warnings: judgeDocuments(has, malaysianDay(ctx.now)) };
  }

  /**
   * Delivers a locked shipment of any status, with the driver who has it: a report like any other.
   * @throws invalid for one coordinate without the other
   */
  async deliver(ctx: Context, shipment: Shipment, location: ReportedLocation | null): Promise<void> {
    if (location) requireBoth('location', location);
    const report = reportOf<StatusReport>(ctx.actor, { status: 'delivered', location });
    const { status } = report;
    if (await this.schedules.isOn(ctx)) await this.schedules.follow(ctx, [{ shipment_id: shipment.id, status }]);
    this.record(ctx, shipment, report, await this.namedIn(ctx, shipment, report));
  }

  /** By its number as it was typed, with its last entries. @throws not_found */
  async track(ctx: Context, typed: string): Promise<Tracked> {
    const [shipment, history] = await Promise.all([
      this.shipments.tracked(ctx, typed),
      this.history.lastOf(ctx, typed, SHOWN),
    ]);
    // Entries since the shipment was read are no part of it.
    return { shipment, history: history.filter(({ position }) => position <= shipment.events) };
  }

  /** All that happened to a shipment, the last first. @throws not_found */
  async historyOf(ctx: Context, shipment_id: string, page: PageRequest): Promise<Page<ShipmentEvent>> {
    const { id } = await this.shipments.get(ctx, shipment_id);
    return this.history.list(ctx, id, page);
  }

  /** Whom a report newly names, locked. Sent together, drivers before vehicles: so are they locked. @throws invalid */
  private async namedIn(ctx: Context, stored: Shipment, { driver_id, vehicle_id }: StatusReport): Promise<Named> {
    const [driver, vehicle] = await Promise.all([
      newlyNamed(ctx, this.drivers, { field: 'driver_id', sent: driver_id, stored: stored.driver_id }),
      newlyNamed(ctx, this.vehicles, { field: 'vehicle_id', sent: vehicle_id, stored: stored.vehicle_id }),
    ]);
    return mayLoad(ctx.actor, vehicle) ? { driver, vehicle } : this.vehicles.refuseUnknown('vehicle_id');
  }

  private record(ctx: Context, shipment: Shipment, report: StatusReport, named: Named): void {
    const previous_status = shipment.status;
    const entry = takeIn(shipment, ctx.now, report, named);
    this.shipments.save(ctx, shipment, 'update_status');
    this.history.append(ctx, [entry]);
    announceStatus(ctx, { shipment, previous_status });
  }
}
