import {
  DeliverySchedule,
  Proof,
  Shipment,
  judgeDocuments,
  newTrackingNumber,
  noteOn,
  takeIn,
  type ContactPreferences,
  type Driver,
  type NewShipment,
  type NewShipmentEvent,
  type Point,
  type ScheduleStatus,
  type ShipmentEvent,
  type ShipmentStatus,
  type Vehicle,
} from '@usaha/logistics';
import { malaysianDay, money, newId } from '@usaha/shared';
import { publicHolidays, stateNamed } from '@usaha/shared/malaysia';
import { minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import { born, touch } from '../core/demo-records.js';
import { locationAt } from './places/demo-place.js';

/** Crockford's base 32, of which tracking numbers are drawn. */
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DRAWN = 7;

/** The driver who has a shipment, and the vehicle. */
export interface DemoCrew {
  driver: Driver;
  vehicle: Vehicle;
}

/** The user who scans and plans, and up to when anything has happened. */
export interface ConsignmentDesk {
  now: Date;
  /** Ids of users. */
  accounts: readonly string[];
  random: DemoRandom;
}

/** What a scanner tells. */
export interface DemoScan {
  status: ShipmentStatus;
  at: Date;
  place: Point;
  address: string;
  notes: string | null;
  /** The driver who has it from now on; null: none. */
  crew: DemoCrew | null;
}

/** An attempt to deliver. */
export interface DemoAttempt {
  crew: DemoCrew;
  route_id: string;
  /** YYYY-MM-DD. */
  day: string;
  /** HH:MM:SS. */
  time: string;
  minutes: number;
  priority: string;
  special_instructions: string | null;
  contact_preferences: ContactPreferences | null;
}

/** Money that is handed over at the door, and by whom. */
export interface DemoCollection {
  at: Date;
  place: Point;
  address: string;
  received_by: string;
  /** MYR that are missing. */
  missing: number;
  difference_reason: string | null;
}

/** What becomes of an open schedule, where schedules follow their shipments. */
const followed: Readonly<Partial<Record<ShipmentStatus, ScheduleStatus>>> = {
  in_transit: 'in_progress',
  delivered: 'completed',
  cancelled: 'cancelled',
  returned: 'cancelled',
};

/**
 * A shipment of the history with all that is recorded of it, each as the services do it, in the order of time. Later events
 * are not recorded.
 */
export class DemoConsignment {
  readonly shipment: Shipment;
  readonly entries: Omit<ShipmentEvent, 'tenant_id'>[] = [];
  readonly schedules: DeliverySchedule[] = [];
  /** At the most one. */
  readonly proofs: Proof[] = [];

  /** @param at has come already */
  constructor(
    at: Date,
    said: NewShipment,
    private readonly desk: ConsignmentDesk,
  ) {
    this.shipment = born(Shipment.of(said, at), at);
    this.shipment.tracking_number = newTrackingNumber(at, () => this.draw());
    this.enter(at, noteOn(this.shipment, at));
  }

  /** It is scanned: the telephone tells when, and its report comes a little later. */
  scan({ at, place, address, status, notes, crew }: DemoScan): void {
    const recorded = minutesAfter(at, this.desk.random.whole(2, 50) / 60);
    if (recorded > this.desk.now) return;
    const { shipment } = this;
    const named = { driver: crew?.driver ?? null, vehicle: crew?.vehicle ?? null };
    const report = {
      status,
      location: locationAt(place, address, at),
      notes,
      driver_id: named.driver?.id ?? null,
      vehicle_id: named.vehicle?.id ?? null,
    };
    this.enter(recorded, takeIn(shipment, recorded, report, named));
    touch(shipment, recorded);
    this.follow(recorded, status);
  }

  /** It is handed over by the driver who has it, for what is to be paid on delivery: the proof delivers it. */
  collect({ at, place, address, missing, ...told }: DemoCollection): void {
    const { shipment } = this;
    const recorded = minutesAfter(at, this.desk.random.whole(20, 90) / 60);
    if (recorded > this.desk.now) return;
    const location = locationAt(place, address, at);
    this.enter(
      recorded,
      takeIn(shipment, recorded, { status: 'delivered', location }, { driver: null, vehicle: null }),
    );
    touch(shipment, recorded);
    this.follow(recorded, 'delivered');
    const { id: shipment_id, driver_id, driver_name, payment_amount } = shipment;
    const expected_amount = payment_amount ?? 0;
    const proof = Object.assign(born(new Proof(), recorded), told, {
      shipment_id,
      day: malaysianDay(recorded),
      driver_id,
      driver_name,
      recorded_by: this.entries.at(-1)?.actor_id ?? null,
      location,
      notes: null,
      expected_amount,
      collected_amount: money.add(expected_amount, -missing),
    });
    this.proofs.push(proof);
  }

  /** The office says what becomes of it. */
  say(at: Date, status: ShipmentStatus, notes: string): void {
    if (at > this.desk.now) return;
    this.enter(at, takeIn(this.shipment, at, { status, notes }, { driver: null, vehicle: null }));
    touch(this.shipment, at);
    this.follow(at, status);
  }

  plan(at: Date, { crew, route_id, day, time, minutes, ...told }: DemoAttempt): void {
    if (at > this.desk.now) return;
    const schedule = born(new DeliverySchedule(), at);
    schedule.deliver(this.shipment.id);
    schedule.takeRoute(route_id);
    schedule.giveTo(crew.driver);
    schedule.loadOn(crew.vehicle);
    schedule.describe({ ...told, scheduled_date: day, scheduled_time: time, estimated_duration_minutes: minutes });
    // A driver who is planned with is at work: what the history makes of them later is not known then.
    const documents = judgeDocuments({ driver: atWork(crew.driver), vehicle: atWork(crew.vehicle) }, day);
    const state = stateNamed(this.shipment.destination.address?.state);
    schedule.warn(publicHolidays(day, state).length > 0 ? [...documents, 'public_holiday'] : documents);
    this.schedules.push(schedule);
  }

  /** No receiver was there: the attempt is over, and another one may be planned. */
  giveUpAttempt(at: Date): void {
    if (at <= this.desk.now) this.moveSchedule(at, 'cancelled');
  }

  private follow(at: Date, status: ShipmentStatus): void {
    const next = followed[status];
    if (next) this.moveSchedule(at, next);
  }

  private moveSchedule(at: Date, status: ScheduleStatus): void {
    const open = this.schedules.findLast(({ is_open }) => is_open);
    if (!open || open.status === status) return;
    open.describe({ status });
    touch(open, at);
  }

  private enter(at: Date, entry: NewShipmentEvent): void {
    this.entries.push({ ...entry, id: newId(at), created_at: at, actor_id: this.desk.random.pick(this.desk.accounts) });
  }

  private draw(): string {
    const { random } = this.desk;
    return Array.from({ length: DRAWN }, () => BASE_32.charAt(random.whole(0, BASE_32.length - 1))).join('');
  }
}

const atWork = <T extends object>(of: T) => ({ ...of, status: 'active' as const });
