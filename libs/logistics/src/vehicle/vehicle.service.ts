import { Injectable } from '@nestjs/common';
import { Bin } from '@usaha/core';
import { malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import { AssignmentService, type Handover } from '../assignment/assignment.service.js';
import type { Driver } from '../driver/driver.entity.js';
import { DriverRepository } from '../driver/driver.repository.js';
import { MaintenanceLedger } from '../maintenance/maintenance-ledger.js';
import { isSamePlace, placeReport, statedPlace, type SentPlace } from '../position/place-report.js';
import { PositionHistory } from '../position/position.history.js';
import { judgeDocuments } from '../warning/judge-documents.js';
import type { DocumentWarning } from '../warning/warning-codes.js';
import { Vehicle, type VehicleDetails } from './vehicle.entity.js';
import { VehicleRepository, type VehicleQuery } from './vehicle.repository.js';

/** What may be changed of a vehicle; absent fields stay, null clears an optional field. */
export type VehicleChanges = Partial<VehicleDetails & Pick<Vehicle, 'current_mileage' | 'assigned_driver_id'>> & {
  /** Where it is: a report like any other. */
  location?: SentPlace | null;
};

/** What a vehicle is created from. */
export type NewVehicle = VehicleChanges & Pick<Vehicle, 'registration_number'>;

/** A vehicle as it was changed, and what is to be said against its documents and its driver's. */
export interface VehicleChanged {
  vehicle: Vehicle;
  warnings: DocumentWarning[];
}

/** The vehicles of the context's tenant. */
@Injectable()
export class VehicleService {
  constructor(
    private readonly vehicles: VehicleRepository,
    private readonly drivers: DriverRepository,
    private readonly assignments: AssignmentService,
    private readonly history: PositionHistory,
    private readonly maintenance: MaintenanceLedger,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Vehicle> {
    return this.vehicles.get(ctx, id);
  }

  list(ctx: Context, query: VehicleQuery, page: PageRequest): Promise<Page<Vehicle>> {
    return this.vehicles.list(ctx, query, page);
  }

  /** Records by texts of their id or of another key and not locked, since drivers are locked before vehicles: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<VehicleRepository['byKey']> {
    return this.vehicles.byKey(ctx, key, texts, { lock: false });
  }

  /** @throws invalid for an unknown driver or half a place; conflict for a retired vehicle with one, or where valid documents are required */
  async create(
    ctx: Context,
    { assigned_driver_id, current_mileage, location, ...details }: NewVehicle,
  ): Promise<Vehicle> {
    const named = assigned_driver_id ?? null;
    const driver = named === null ? null : await this.drivers.lockReferenced(ctx, 'assigned_driver_id', named);
    const vehicle = new Vehicle().giveId(ctx.now);
    vehicle.describe(details);
    const told = this.tell(ctx, vehicle, { current_mileage, location });
    const given = driver && (await this.assignments.handOver(ctx, handoverOf(ctx, vehicle, driver)));
    this.vehicles.insert(ctx, vehicle);
    for (const write of told) write();
    given?.enter();
    return vehicle;
  }

  /**
   * Another driver is an assignment, null takes the vehicle back.
   * @throws not_found, invalid for an unknown driver or half a place; conflict for a retired vehicle, or where valid documents are required
   */
  async update(
    ctx: Context,
    id: string,
    { assigned_driver_id, current_mileage, location, ...details }: VehicleChanges,
  ): Promise<VehicleChanged> {
    // Drivers are locked before vehicles; whether the one that is named is another one can be told only afterwards.
    const named = assigned_driver_id ? await this.drivers.lockIfExists(ctx, assigned_driver_id) : null;
    const vehicle = await this.vehicles.lock(ctx, id);
    const before = { status: vehicle.status, maintenance_schedule: vehicle.maintenance_schedule };
    vehicle.describe(details);
    const told = this.tell(ctx, vehicle, { current_mileage, location });
    const handover = handoverOf(ctx, vehicle, named);
    const isOther = assigned_driver_id !== undefined && !isSameId(assigned_driver_id, vehicle.assigned_driver_id);
    if (isOther && assigned_driver_id !== null && !named) this.drivers.refuseUnknown('assigned_driver_id');
    const given = isOther ? await this.assignments.handOver(ctx, handover) : null;
    this.maintenance.enterChanges(ctx, vehicle, before, this.vehicles.changedFields(vehicle));
    this.vehicles.save(ctx, vehicle);
    for (const write of told) write();
    given?.enter();
    const driver = named ?? (await this.driverOf(ctx, vehicle));
    return { vehicle, warnings: judgeDocuments({ driver, vehicle }, handover.day) };
  }

  /** Its assignment ends; records that name it are kept. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Vehicle> {
    const vehicle = await this.vehicles.lock(ctx, id);
    const isAssigned = vehicle.assigned_driver_id !== null;
    const taken = isAssigned ? await this.assignments.handOver(ctx, handoverOf(ctx, vehicle, null)) : null;
    this.vehicles.remove(ctx, vehicle);
    taken?.enter();
    return vehicle;
  }

  /** Undoes the deletion. Its assignment stays ended. @throws not_found */
  restore(ctx: Context, id: string): Promise<Vehicle> {
    return this.bin.restore(ctx, this.vehicles, id);
  }

  private async driverOf(ctx: Context, { assigned_driver_id }: Vehicle): Promise<Driver | null> {
    return assigned_driver_id === null ? null : this.drivers.find(ctx, assigned_driver_id);
  }

  /** Mileage and place as they are stated with a vehicle. @returns what the history has to keep, once the vehicle is written */
  private tell(
    ctx: Context,
    vehicle: Vehicle,
    { current_mileage: mileage, location }: Pick<VehicleChanges, 'current_mileage' | 'location'>,
  ): (() => void)[] {
    const told: (() => void)[] = [];
    if (mileage !== undefined && mileage !== vehicle.current_mileage) {
      vehicle.stateMileage(mileage, ctx.now);
      if (mileage !== null) told.push(() => this.history.addMileage(ctx, vehicle, mileage));
    }
    const place = location ? statedPlace('location', location) : null;
    if (location === null) vehicle.forgetPlace();
    if (place && !isSamePlace(place, vehicle.location)) {
      const report = placeReport(place, ctx.now);
      vehicle.takeIn(report);
      told.push(() => this.history.add(ctx, vehicle, report));
    }
    return told;
  }
}

const handoverOf = (ctx: Context, vehicle: Vehicle, driver: Driver | null): Handover => ({
  vehicle,
  driver,
  field: 'assigned_driver_id',
  day: malaysianDay(ctx.now),
});

const isSameId = (sent: string | null, stored: string | null): boolean => sent?.toLowerCase() === stored?.toLowerCase();
