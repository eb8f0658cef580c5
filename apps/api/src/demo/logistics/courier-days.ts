import { distanceBetween, type Point } from '@usaha/logistics';
import { malaysianInstant } from '@usaha/shared';
import { dayAfter, minutesAfter, weekdayOf } from '../core/demo-days.js';
import { atMinute } from './carrier-time.js';
import { CourierCounter } from './courier-counter.js';
import { CourierHub } from './courier-hub.js';
import type { DemoShift } from './courier-roster.js';
import { pointOfReceiver, type DemoHeld } from './courier-tours.js';
import type { DemoOffice } from './demo-carrier.js';
import type { ConsignmentDesk, DemoCollection, DemoConsignment, DemoCrew } from './demo-consignment.js';
import type { DemoVehicle } from './demo-vehicle.js';
import { merchants } from './merchants.js';
import type { DemoMerchant } from './parcels.js';
import { nameOf } from './places/demo-place.js';
import { hub } from './places/klang-valley.js';

/** So long are places of vans told, in days. */
const TOLD_DAYS = 7;
const FAILED = 0.07;
/** Of parcels that are paid on delivery. */
const REFUSED = 0.03;
const MOST_ATTEMPTS = 3;
/** Of parcels that are paid on delivery: how many another person pays, how many are short, and by how many ringgit at most. */
const OTHERS = 0.2;
const SHORT = 0.02;
const MOST_MISSING = 10;
/** Minutes of the day. */
const MORNING = 6 * 60;
const LOADING = 8 * 60 + 30;
const EVENING = 18 * 60 + 10;
/** Minutes from a stop to a shop, and at the hub before parcels are scanned. */
const TO_A_SHOP = 15;

const failures = ['Tiada orang di rumah', 'Pejabat tutup', 'Alamat tidak lengkap; penerima dihubungi'];
const relatives = ['Suami penerima', 'Isteri penerima', 'Ibu penerima', 'Penyambut tetamu'];
const received = ['Diterima sendiri', 'Diterima oleh keluarga', 'Ditinggalkan di pondok pengawal', 'Diterima sendiri'];

/**
 * A courier's half a year, day by day: what is handed in is fetched in the afternoon, sorted in the evening, and brought on
 * a later day of work, at the third attempt at the latest; else it goes back.
 */
class CourierDays {
  readonly counter: CourierCounter;
  private readonly hub: CourierHub;

  constructor(private readonly office: DemoOffice) {
    const { time, accounts, random } = office;
    const desk: ConsignmentDesk = { now: time.now, accounts, random };
    this.counter = new CourierCounter(office, desk);
    this.hub = new CourierHub(office);
    for (const day of time.daysFrom(time.from)) this.run(day);
  }

  private run(day: string): void {
    this.greet(day);
    this.counter.open(day);
    if (!this.office.time.isWorking(day)) return;
    this.hub.workshop.work(day, this.hub.standing);
    this.hub.shifts.forEach((shift, zone) => this.drive(day, zone, shift));
    this.hub.close(day);
  }

  /** Vans tell where they stand overnight, and what their odometers show when the week begins. */
  private greet(day: string): void {
    const { time, vehicles } = this.office;
    const isFirst = time.isWorking(day) && weekdayOf(time.lastWorking(day)) > weekdayOf(day);
    vehicles.forEach((van, i) => {
      this.tell(van, atMinute(day, MORNING + i), hub, hub.name);
      if (isFirst) van.stateMileage(atMinute(day, MORNING + 60 + i));
    });
  }

  /** A van's day: out with what is to be brought, then to the shops of the zone, and back. */
  private drive(day: string, zone: number, { van, crew }: DemoShift): void {
    const { random } = this.office;
    const tour = this.hub.tours[zone] ?? [];
    const leaves = atMinute(day, LOADING + zone * 2);
    tour.forEach(({ held: { consignment } }, i) => {
      const scan = { status: 'in_transit', place: hub, address: hub.name, notes: 'Keluar untuk penghantaran' } as const;
      consignment.scan({ ...scan, at: minutesAfter(leaves, i / 3), crew });
    });
    let at: Point = hub;
    let minute = LOADING;
    for (const { held, planned } of tour) {
      minute = planned + random.whole(-4, 9);
      at = drive(van, at, pointOfReceiver(held));
      this.attempt(held, atMinute(day, minute), crew);
      this.tell(van, atMinute(day, minute + 1), at, nameOf(held.parcel.place));
    }
    for (const merchant of merchants.filter((one) => one.zone === zone)) {
      minute = Math.max(merchant.fetched, minute + TO_A_SHOP);
      at = drive(van, at, merchant.place);
      this.visit(merchant, day, atMinute(day, minute), crew);
      this.tell(van, atMinute(day, minute + 4), at, nameOf(merchant.place));
    }
    drive(van, at, hub);
    this.tell(van, atMinute(day, EVENING + zone), hub, hub.name);
  }

  private attempt(held: DemoHeld, at: Date, crew: DemoCrew): void {
    const { random } = this.office;
    const { consignment, parcel } = held;
    const scan = { at, crew, place: pointOfReceiver(held), address: nameOf(parcel.place) };
    const attempts = held.attempts + 1;
    const isRefused = parcel.is_cod && random.chance(REFUSED);
    if (!isRefused && !random.chance(FAILED)) {
      if (parcel.is_cod) consignment.collect({ ...scan, ...this.handedOver(held) });
      else consignment.scan({ ...scan, status: 'delivered', notes: random.pick(received) });
      return;
    }
    const notes = isRefused ? 'Penerima enggan menerima' : random.pick(failures);
    consignment.scan({ ...scan, status: 'in_transit', notes });
    this.hub.await({ ...held, attempts, is_back: isRefused || attempts === MOST_ATTEMPTS });
  }

  /** The person who pays at the door, and now and then not all. */
  private handedOver({ consignment }: DemoHeld): Pick<DemoCollection, 'received_by' | 'missing' | 'difference_reason'> {
    const { random } = this.office;
    const { contact_person } = consignment.shipment.destination;
    const received_by = random.chance(OTHERS) ? random.pick(relatives) : (contact_person ?? '');
    const isShort = random.chance(SHORT) && (consignment.shipment.payment_amount ?? 0) > MOST_MISSING;
    return isShort
      ? { received_by, missing: random.whole(1, MOST_MISSING), difference_reason: 'Wang tunai penerima tidak cukup' }
      : { received_by, missing: 0, difference_reason: null };
  }

  /** A shop gets back the parcels that no receiver has taken, and those that it hands in are fetched. */
  private visit(merchant: DemoMerchant, day: string, at: Date, crew: DemoCrew): void {
    const scan = { crew, place: merchant.place, address: nameOf(merchant.place) };
    for (const { consignment } of this.hub.giveBack(merchant))
      consignment.scan({ ...scan, at, status: 'returned', notes: 'Dipulangkan kepada penghantar' });
    this.counter.handOver(merchant, day).forEach((held, i) => {
      const fetched = minutesAfter(at, i / 4);
      held.consignment.scan({ ...scan, at: fetched, status: 'in_transit', notes: 'Dipungut daripada penghantar' });
      this.hub.await(held);
    });
  }

  private tell(van: DemoVehicle, at: Date, point: Point, address: string): void {
    const first = malaysianInstant(dayAfter(this.office.time.today, -TOLD_DAYS), '00:00:00');
    if (at >= first) van.report(at, point, address);
  }
}

/** @returns where it is now */
function drive(van: DemoVehicle, from: Point, to: Point): Point {
  van.odometer += distanceBetween(from, to);
  return to;
}

/** What a courier brought, fetched and still has. */
export const courierTrade = (office: DemoOffice): DemoConsignment[] => new CourierDays(office).counter.consignments;
