import {
  Vehicle,
  type Assignment,
  type Driver,
  type MaintenanceEntry,
  type Point,
  type VehicleDetails,
  type VehiclePosition,
} from '@usaha/logistics';
import { malaysianDay, newId } from '@usaha/shared';
import { minutesAfter } from '../core/demo-days.js';
import { born, touch } from '../core/demo-records.js';
import { pointOf } from './places/demo-place.js';

type Row<T> = Omit<T, 'tenant_id'>;

const NEVER = '9999-12-31';

/** What a workshop did. */
export interface DemoService {
  service_type: string;
  /** MYR. */
  cost: number;
  workshop: string;
  notes: string | null;
}

/** As it is entered. */
export interface EnteredVehicle {
  details: Partial<VehicleDetails>;
  driver: Driver | null;
  /** Kilometres. */
  mileage: number;
  /** Kilometres between services. */
  interval: number;
}

/** The user at work in the office, and up to when anything has happened. */
export interface VehicleDesk {
  now: Date;
  actor_id: string;
}

/**
 * A vehicle of the history with all that is recorded of it, each as the services do it, in the order of time. Later events
 * are not recorded.
 */
export class DemoVehicle {
  readonly vehicle = new Vehicle();
  readonly assignments: Row<Assignment>[] = [];
  readonly positions: Row<VehiclePosition>[] = [];
  readonly maintenance: Row<MaintenanceEntry>[] = [];
  /** Kilometres, as far as it is planned to be driven. */
  odometer: number;
  /** At which it goes to the workshop, or on which day (YYYY-MM-DD) if that comes first. */
  next_service: { mileage: number; day: string };
  /** Kilometres between services. */
  readonly interval: number;

  constructor(
    at: Date,
    { details, driver, mileage, interval }: EnteredVehicle,
    private readonly desk: VehicleDesk,
  ) {
    const { vehicle } = this;
    born(vehicle, at).describe(details);
    this.odometer = mileage;
    this.interval = interval;
    const { next_service_mileage, next_service_date } = details.maintenance_schedule ?? {};
    this.next_service = { mileage: next_service_mileage ?? mileage + interval, day: next_service_date ?? NEVER };
    this.tellMileage(at);
    if (driver) this.give(at, driver);
  }

  /** Whether it is to be serviced by a day. */
  isDue(day: string): boolean {
    return this.odometer >= this.next_service.mileage || day >= this.next_service.day;
  }

  /** The office enters what the odometer shows. */
  stateMileage(at: Date): void {
    if (at > this.desk.now) return;
    this.tellMileage(at);
    touch(this.vehicle, at);
  }

  /** Its telephone tells where it is. */
  report(at: Date, point: Point, address: string): void {
    if (at > this.desk.now) return;
    const mileage = Math.round(this.odometer);
    const told = { ...pointOf(point), address, mileage, reported_for: at, counts_at: at };
    this.vehicle.takeIn(told);
    this.positions.push({ ...told, ...this.written(at), vehicle_id: this.vehicle.id });
    touch(this.vehicle, at);
  }

  /** It is taken out of service. */
  enterWorkshop(at: Date, notes: string | null = null): void {
    if (at > this.desk.now) return;
    this.tellMileage(at);
    this.change(at, { status: 'maintenance', ...(notes === null ? {} : { notes }) });
  }

  /** The service is recorded while it stands there, its next service is planned, and it is used again. */
  leaveWorkshop(at: Date, done: readonly DemoService[], next_service_date: string): void {
    const next_service_mileage = Math.round((this.odometer + this.interval) / 100) * 100;
    this.next_service = { mileage: next_service_mileage, day: next_service_date };
    const recorded = minutesAfter(at, -20);
    for (const service of done) this.record(recorded, service);
    if (at > this.desk.now) return;
    const next = { next_service_date, next_service_mileage, service_type: done[0]?.service_type ?? null };
    this.change(at, { status: 'active', maintenance_schedule: next });
  }

  /** Something is found that is to be done after some kilometres. */
  plan(at: Date, kilometres: number, service_type: string): void {
    if (at > this.desk.now) return;
    const next_service_mileage = Math.round(this.odometer) + kilometres;
    this.change(at, { maintenance_schedule: { next_service_date: null, next_service_mileage, service_type } });
  }

  private record(at: Date, { cost, service_type, workshop, notes }: DemoService): void {
    if (at > this.desk.now) return;
    this.note(at, 'service', { mileage: Math.round(this.odometer), cost, service_type, workshop, notes });
    touch(this.vehicle, at);
  }

  private change(at: Date, changes: Partial<Pick<Vehicle, 'status' | 'maintenance_schedule' | 'notes'>>): void {
    const { status, maintenance_schedule, current_mileage: mileage } = this.vehicle;
    this.vehicle.describe(changes);
    if (changes.status) this.note(at, 'status', { mileage, was: status, became: changes.status });
    const next = changes.maintenance_schedule;
    if (next)
      this.note(at, 'schedule', { mileage, was: maintenance_schedule, became: next, service_type: next.service_type });
    touch(this.vehicle, at);
  }

  private note(at: Date, kind: MaintenanceEntry['kind'], told: Partial<Row<MaintenanceEntry>>): void {
    this.maintenance.push({
      ...this.written(at),
      vehicle_id: this.vehicle.id,
      position: this.vehicle.countMaintenance(),
      kind,
      date: malaysianDay(at),
      ...{ mileage: null, was: null, became: null, service_type: null, cost: null, workshop: null, notes: null },
      ...told,
    });
  }

  /** It is said with the vehicle: that tells of no place. */
  private tellMileage(at: Date): void {
    const mileage = Math.round(this.odometer);
    if (mileage === this.vehicle.current_mileage) return;
    this.vehicle.stateMileage(mileage, at);
    const nowhere = { latitude: null, longitude: null, address: null, reported_for: at, counts_at: at };
    this.positions.push({ ...nowhere, ...this.written(at), mileage, vehicle_id: this.vehicle.id });
  }

  private give(at: Date, driver: Driver): void {
    const { vehicle } = this;
    this.assignments.push({
      ...this.written(at),
      vehicle_id: vehicle.id,
      registration_number: vehicle.registration_number,
      position: vehicle.version,
      driver_id: driver.id,
      driver_name: driver.name,
      previous_driver_id: vehicle.giveTo(driver.id),
      assignment_date: malaysianDay(at),
      notes: null,
    });
  }

  private written(at: Date): { id: string; created_at: Date; actor_id: string } {
    return { id: newId(at), created_at: at, actor_id: this.desk.actor_id };
  }
}
