import { Injectable } from '@nestjs/common';
import { conflict, malaysianDay, type Context } from '@usaha/shared';
import type { Driver } from '../driver/driver.entity.js';
import { DriverRepository } from '../driver/driver.repository.js';
import { messages } from '../messages.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import { DocumentPolicy } from '../warning/document-policy.js';
import { judgeDocuments } from '../warning/judge-documents.js';
import type { DocumentWarning } from '../warning/warning-codes.js';
import type { Assignment } from './assignment.entity.js';
import { AssignmentLedger } from './assignment-ledger.js';

/** A vehicle to be given to a driver. */
export interface NewAssignment {
  vehicle_id: string;
  /** YYYY-MM-DD; today (UTC+8) unless it is told. It takes effect at once for any date. */
  assignment_date?: string | null;
  notes?: string | null;
}

/** The driver who has the vehicle now, and the warnings. */
export interface Assigned {
  assignment: Assignment;
  warnings: DocumentWarning[];
}

/** A change of who has a vehicle, which is held, as is the driver; null takes the vehicle back. */
export interface Handover {
  vehicle: Vehicle;
  driver: Driver | null;
  /** The field of the body that asks for it. */
  field: string;
  /** YYYY-MM-DD. */
  day: string;
}

/** What came of it. */
export interface HandedOver {
  warnings: DocumentWarning[];
  /** Enqueues it for the history; the vehicle has been saved. */
  enter(notes?: string | null): Assignment;
}

/** Which driver has which vehicle: a vehicle has one at most, a driver as many as there are. Drivers are locked first. */
@Injectable()
export class AssignmentService {
  constructor(
    private readonly drivers: DriverRepository,
    private readonly vehicles: VehicleRepository,
    private readonly ledger: AssignmentLedger,
    private readonly policy: DocumentPolicy,
  ) {}

  /**
   * Gives a vehicle to a driver, also where another had it; the same pair again adds nothing.
   * @throws not_found, invalid for an unknown vehicle, conflict for a retired one or where valid documents are required
   */
  async assign(ctx: Context, driver_id: string, wanted: NewAssignment): Promise<Assigned> {
    const driver = await this.drivers.lock(ctx, driver_id);
    const vehicle = await this.vehicles.lockReferenced(ctx, 'vehicle_id', wanted.vehicle_id);
    const day = wanted.assignment_date ?? malaysianDay(ctx.now);
    const handover: Handover = { vehicle, driver, field: 'vehicle_id', day };
    requireInUse(handover);
    const last = vehicle.assigned_driver_id === driver.id ? await this.ledger.last(ctx, vehicle.id) : null;
    if (last) return { assignment: last, warnings: judgeDocuments({ driver, vehicle }, day) };
    const { warnings, enter } = await this.handOver(ctx, handover);
    this.vehicles.save(ctx, vehicle, 'update', { tells: false });
    return { assignment: enter(wanted.notes), warnings };
  }

  /**
   * Gives a vehicle to the named driver, or takes it back. The caller saves it, and enters the change when it is saved.
   * @throws conflict for a retired vehicle, or where valid documents are required
   */
  async handOver(ctx: Context, handover: Handover): Promise<HandedOver> {
    const { vehicle, driver, field, day } = handover;
    if (driver) requireInUse(handover);
    const warnings = driver ? await this.policy.warningsOf(ctx, { driver, vehicle, field, day }) : [];
    const previous_driver_id = vehicle.giveTo(driver?.id ?? null);
    return { warnings, enter: (notes) => this.ledger.enter(ctx, handover, { previous_driver_id, notes }) };
  }

  /** Takes all vehicles of a locked driver back. */
  async takeBackAll(ctx: Context, driver_id: string): Promise<void> {
    const vehicles = await this.vehicles.lockOfDriver(ctx, driver_id);
    if (vehicles.length === 0) return;
    for (const vehicle of vehicles) vehicle.giveTo(null);
    this.vehicles.updateMany(ctx, vehicles, ['assigned_driver_id'], 'update', { tells: false });
    this.ledger.takeBack(ctx, vehicles, { previous_driver_id: driver_id, day: malaysianDay(ctx.now) });
  }
}

function requireInUse({ vehicle, field }: Handover): void {
  if (vehicle.status === 'retired') throw conflict(field, messages.vehicleRetired(vehicle));
}
