import { malaysianInstant } from '@usaha/shared';
import { minutesAfter, weekdayOf } from '../core/demo-days.js';
import { Lottery } from '../core/demo-random.js';
import type { DemoOffice } from './demo-carrier.js';
import { DemoConsignment, type ConsignmentDesk } from './demo-consignment.js';
import { atMinute } from './carrier-time.js';
import type { DemoHeld } from './courier-tours.js';
import { merchants } from './merchants.js';
import { handedInAt, parcelOf, type DemoMerchant } from './parcels.js';

/** Parcels of an average day of work, and how many more or less there are on each weekday, from Sunday on. */
const DAILY = 18;
const WEEK = [0.3, 1.25, 1.1, 1, 1, 1.05, 0.7];
/** The same on a day on which shops all over the country sell cheaply (9.9, 10.10 …), and on a public holiday. */
const SALE = 1.9;
const HOLIDAY = 0.3;
const CANCELLED = 0.02;
/** Minutes before a visit to a shop; parcels that are handed in later than that wait for the next visit. */
const BEFORE_FETCHING = 20;

const reasons = ['Pembeli membatalkan pesanan', 'Stok habis', 'Pesanan berganda'];
const senders = new Lottery(
  merchants,
  merchants.map(({ share }) => share),
);

/** Where shops say what they send: it waits with them until it is fetched. */
export class CourierCounter {
  /** All that was ever handed in, in the order of time. */
  readonly consignments: DemoConsignment[] = [];
  private readonly waiting = new Map<DemoMerchant, DemoHeld[]>(merchants.map((one) => [one, []]));

  constructor(
    private readonly office: DemoOffice,
    private readonly desk: ConsignmentDesk,
  ) {}

  /** The parcels that come in on a day. */
  open(day: string): void {
    const { time, random } = this.office;
    const opens = malaysianInstant(day, '08:00:00');
    const times = Array.from({ length: this.manyOn(day) }, () => handedInAt(opens, random));
    times.sort((a, b) => a.getTime() - b.getTime());
    for (const at of times.filter((one) => time.isPast(one))) this.takeIn(at, day);
  }

  /** The parcels that are ready when a shop is visited; they are counted on no further. */
  handOver(merchant: DemoMerchant, day: string): DemoHeld[] {
    const closed = closingOf(merchant, day);
    const waiting = this.waiting.get(merchant) ?? [];
    const isReady = ({ consignment }: DemoHeld): boolean => consignment.shipment.created_at < closed;
    this.waiting.set(
      merchant,
      waiting.filter((held) => !isReady(held)),
    );
    return waiting.filter(isReady);
  }

  private manyOn(day: string): number {
    const { time, random } = this.office;
    const isSale = day.slice(5, 7) === day.slice(8);
    const usual = time.isWorking(day) ? (WEEK[weekdayOf(day)] ?? 1) : HOLIDAY;
    return Math.round(DAILY * usual * (isSale ? SALE : 1) * (0.85 + random.next() * 0.3));
  }

  private takeIn(at: Date, day: string): void {
    const { time, random } = this.office;
    const merchant = senders.draw(random);
    const is_fetched = !time.isWorking(day) || at >= closingOf(merchant, day);
    const parcel = parcelOf(merchant, { day, number: this.consignments.length + 1, is_fetched }, random);
    const consignment = new DemoConsignment(at, parcel.said, this.desk);
    this.consignments.push(consignment);
    const regrets = minutesAfter(at, random.whole(4, 18));
    if (random.chance(CANCELLED)) consignment.say(regrets, 'cancelled', random.pick(reasons));
    else this.waiting.get(merchant)?.push({ consignment, parcel, merchant, due: '', attempts: 0, is_back: false });
  }
}

/** Until when shops hand in what is fetched on the day. */
const closingOf = ({ fetched }: DemoMerchant, day: string): Date => atMinute(day, fetched - BEFORE_FETCHING);
