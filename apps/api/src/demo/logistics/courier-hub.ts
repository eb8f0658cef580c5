import { minutesAfter } from '../core/demo-days.js';
import { atMinute } from './carrier-time.js';
import type { DemoOffice } from './demo-carrier.js';
import { rosterOf, type DemoShift } from './courier-roster.js';
import { timeOf, tourOf, type DemoHeld, type DemoStop } from './courier-tours.js';
import type { DemoVehicle } from './demo-vehicle.js';
import { DemoWorkshop } from './demo-workshop.js';
import type { DemoMerchant } from './parcels.js';
import { hub, zones } from './places/klang-valley.js';

/** Minutes of the day: the first scan of the evening, and when the next day is planned. */
const SCANNING = 18 * 60 + 40;
const PLANNING = 19 * 60 + 45;
const SCANNING_TAKES = 50;
/** Minutes that a stop is planned to take. */
const STOP = 15;
/** Of parcels, how many are found to be held up. */
const HELD_UP = 0.035;

/** Where vans come together in the evening: parcels are sorted, and the tours of the next day of work are planned. */
export class CourierHub {
  shifts: readonly DemoShift[];
  /** By zone. */
  tours: readonly (readonly DemoStop[])[] = zones.map(() => []);
  standing: ReadonlySet<DemoVehicle>;
  readonly workshop: DemoWorkshop;
  private arriving: DemoHeld[] = [];
  private stored: DemoHeld[] = [];
  private rejected: DemoHeld[] = [];

  constructor(private readonly office: DemoOffice) {
    this.workshop = new DemoWorkshop(office);
    this.standing = this.workshop.standing(office.time.from);
    this.shifts = rosterOf(office, zones.length, this.standing);
  }

  /** A van brings it in the evening. */
  await(held: DemoHeld): void {
    this.arriving.push(held);
  }

  /** The parcels that go back to a shop. */
  giveBack(merchant: DemoMerchant): DemoHeld[] {
    const back = this.rejected.filter((held) => held.merchant === merchant);
    this.rejected = this.rejected.filter((held) => held.merchant !== merchant);
    return back;
  }

  /** The evening of a day of work. */
  close(day: string): void {
    const { time, random } = this.office;
    const next = time.nextWorking(day);
    this.arriving.forEach((held) => this.scan(held, day, next));
    this.arriving = [];
    this.standing = this.workshop.standing(next);
    this.shifts = rosterOf(this.office, zones.length, this.standing);
    const due = this.stored.filter((held) => held.due <= next);
    this.stored = this.stored.filter((held) => held.due > next);
    this.tours = zones.map((_, zone) => tourOf(due.filter(({ parcel }) => parcel.zone === zone)));
    this.tours.forEach((tour, zone) => {
      const shift = this.shifts[zone];
      const route_id = this.office.routes[zone]?.id ?? null;
      if (!shift || route_id === null) throw new Error(`Zone ${zone} has no shift or no route`);
      tour.forEach(({ held, planned }, i) => {
        const at = atMinute(day, PLANNING + zone + i / 20);
        const time_of = { day: next, time: timeOf(planned), minutes: STOP };
        const isHurried = held.parcel.said.service_type === 'express' || held.attempts > 0;
        held.consignment.plan(at, {
          ...time_of,
          crew: shift.crew,
          route_id,
          priority: isHurried ? 'high' : 'normal',
          special_instructions: held.parcel.said.notes ?? null,
          contact_preferences: {
            phone: true,
            sms: random.chance(0.5),
            email: held.consignment.shipment.destination.email !== null,
          },
        });
      });
    });
  }

  private scan(held: DemoHeld, day: string, next: string): void {
    const { time, random } = this.office;
    const at = atMinute(day, SCANNING + random.next() * SCANNING_TAKES);
    const isFirst = held.attempts === 0;
    const isHeldUp = isFirst && random.chance(HELD_UP);
    const found = held.is_back
      ? 'akan dipulangkan'
      : isFirst
        ? isHeldUp
          ? 'ditahan: label rosak'
          : 'diisih'
        : 'akan dihantar semula';
    const scan = { status: 'in_transit', place: hub, address: hub.name, crew: null } as const;
    held.consignment.scan({ ...scan, at, notes: `Di ${hub.name}, ${found}` });
    if (!isFirst) held.consignment.giveUpAttempt(minutesAfter(at, 5));
    if (held.is_back) this.rejected.push(held);
    else this.stored.push({ ...held, due: isFirst ? this.dueOf(held, next, isHeldUp) : time.nextWorking(day) });
  }

  private dueOf({ parcel: { said } }: DemoHeld, next: string, isHeldUp: boolean): string {
    const { time } = this.office;
    const usual = said.service_type === 'economy' ? time.nextWorking(next) : next;
    const asked = said.delivery_date && said.delivery_date > usual ? said.delivery_date : usual;
    const due = time.isWorking(asked) ? asked : time.nextWorking(asked);
    return isHeldUp ? time.nextWorking(time.nextWorking(due)) : due;
  }
}
