import type { MinuteSpan } from '@usaha/core';
import { malaysianDay, malaysianInstant } from '@usaha/shared';
import { prayerAt } from '@usaha/shared/malaysia';
import { dayAfter, minutesAfter, weekdayOf } from '../core/demo-days.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import type { DemoService } from './demo-catalogue.js';
import type { DemoClient } from './demo-clients.js';
import type { DemoPurses } from './demo-purses.js';
import type { DemoSalon } from './demo-salon.js';
import type { DemoMember } from './demo-team.js';
import { SalonDiary } from './salon-diary.js';
import type { SalonTime } from './salon-time.js';

/** A treatment that is to be given: by whom, and in which minutes of the day. */
export interface DemoLine extends MinuteSpan {
  service: DemoService;
  member: DemoMember;
}

/** An appointment that a client asked for. */
export interface DemoBooking {
  /** When it was booked. */
  at: Date;
  /** YYYY-MM-DD. */
  day: string;
  client: DemoClient;
  lines: DemoLine[];
  /** The first line is redeemed by a package of the client. */
  is_redeemed: boolean;
}

/** Appointments begin at a quarter of an hour. */
const QUARTER = 15;
/** How busy the days around pay day are against the others. */
const PAYDAY = 1.15;
const ORDINARY = 0.95;
/** How full the calendar is that many days ahead of today: less, the farther away. */
const FULL_AHEAD = 0.75;
const EMPTIER_A_DAY = 0.045;
/** How often a client or a time is looked for before none comes. */
const ATTEMPTS = 8;
/** Of clients who may choose, how many want the same member again. */
const FAITHFUL = 0.65;
/** Of clients with sessions left, how many come for one of these. */
const REDEEMING = 0.6;

/** Days between booking and visit: how often each. */
const leads = new Lottery([0, 1, 2, 3, 5, 7, 10, 14], [20, 22, 16, 12, 12, 10, 5, 3]);
const FIRST_HOUR = 9;
const LAST_HOUR = 21;

/** What a salon has to give. */
export interface DemoOffer {
  services: readonly DemoService[];
  team: readonly DemoMember[];
  people: readonly DemoClient[];
  purses: DemoPurses;
}

/** Half a year of appointments and the fortnight to come, day by day, in working hours, no person twice at once. */
export class DemoBookings {
  readonly all: DemoBooking[] = [];
  private readonly diary = new SalonDiary();
  private readonly clients: Lottery<DemoClient>;
  private readonly hours: Lottery<number>;
  private readonly counts: Lottery<number>;
  private readonly menus: Readonly<Record<DemoClient['gender'], Lottery<DemoService>>>;
  private readonly lastDay = new Map<DemoClient, string>();
  private readonly favourites = new Map<DemoClient, DemoMember>();

  constructor(
    private readonly salon: DemoSalon,
    private readonly offer: DemoOffer,
    private readonly time: SalonTime,
    private readonly random: DemoRandom,
  ) {
    const { people, services } = offer;
    this.clients = new Lottery(
      people,
      people.map(({ loyalty }) => loyalty),
    );
    this.hours = new Lottery(Object.keys(salon.hours).map(Number), Object.values(salon.hours));
    this.counts = new Lottery(
      salon.lines.map((_, i) => i + 1),
      salon.lines,
    );
    const menuOf = (gender: DemoClient['gender']): Lottery<DemoService> => {
      const fitting = services.filter((one) => one.for === null || one.for === gender);
      return new Lottery(
        fitting,
        fitting.map(({ popularity, service }) => (service.is_active ? popularity : 0)),
      );
    };
    this.menus = { female: menuOf('female'), male: menuOf('male') };
    for (const day of time.days) for (let left = this.countOn(day); left > 0; left -= 1) this.book(day);
  }

  private countOn(day: string): number {
    const { daily, week } = this.salon;
    const date = Number(day.slice(8));
    const payday = date >= 26 || date <= 3 ? PAYDAY : ORDINARY;
    const ahead = (Date.parse(day) - Date.parse(this.time.today)) / 86_400_000;
    const filled = ahead > 0 ? FULL_AHEAD - EMPTIER_A_DAY * ahead : 1;
    return Math.round(daily * (week[weekdayOf(day)] as number) * payday * filled * (0.85 + this.random.next() * 0.3));
  }

  private book(day: string): void {
    const client = this.clientFor(day);
    if (!client) return;
    const wanted = this.wantedBy(client, day);
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const from = this.hours.draw(this.random) * 60 + this.random.whole(0, 3) * QUARTER;
      const lines = this.linesFrom(day, from, client, wanted.services);
      const at = lines && this.bookedAt(client, day, from);
      if (!at) continue;
      this.enter({
        at,
        day,
        client,
        lines,
        is_redeemed: wanted.is_redeemed && this.offer.purses.take(client, day, at),
      });
      return;
    }
  }

  private enter(booking: DemoBooking): void {
    const { client, day, lines } = booking;
    for (const line of lines) this.diary.take(line.member, day, line);
    this.lastDay.set(client, day);
    this.favourites.set(client, (lines[0] as DemoLine).member);
    this.all.push(booking);
  }

  /** A client who was not there lately, and is known by then; null where none was found. */
  private clientFor(day: string): DemoClient | null {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const found = this.clients.draw(this.random);
      const last = this.lastDay.get(found);
      const isDue = last === undefined || dayAfter(last, found.gap) <= day;
      if (isDue && malaysianDay(found.client.created_at) <= day) return found;
    }
    return null;
  }

  private wantedBy(client: DemoClient, day: string): { services: DemoService[]; is_redeemed: boolean } {
    const session = this.offer.purses.sessionOf(client, day);
    const is_redeemed = session !== null && this.random.chance(REDEEMING);
    const services = session && is_redeemed ? [session] : [];
    const count = this.counts.draw(this.random);
    for (let tries = 0; services.length < count && tries < ATTEMPTS; tries += 1) {
      const found = this.menus[client.gender].draw(this.random);
      // No client has two treatments of one kind.
      if (!services.some(({ category }) => category === found.category)) services.push(found);
    }
    return { services, is_redeemed };
  }

  /** One treatment after the other; null where a member of staff or the time for it is missing. */
  private linesFrom(
    day: string,
    from: number,
    client: DemoClient,
    services: readonly DemoService[],
  ): DemoLine[] | null {
    const lines: DemoLine[] = [];
    let begins = from;
    for (const service of services) {
      const span = { from: begins, to: begins + service.service.duration_minutes };
      const member = this.memberFor(service, day, span, client);
      if (!member || this.isTimeOfPrayer(day, begins)) return null;
      lines.push({ ...span, service, member });
      begins = span.to;
    }
    return lines;
  }

  private memberFor(service: DemoService, day: string, span: MinuteSpan, client: DemoClient): DemoMember | null {
    const isSenior = service.service.staff_level_required !== null;
    const free = this.offer.team.filter(
      (one) =>
        one.post.specializations.includes(service.category) &&
        (!isSenior || one.post.is_senior === true) &&
        this.diary.isFree(one, day, span),
    );
    if (free.length === 0) return null;
    const favourite = free.find((one) => one === this.favourites.get(client));
    return favourite && this.random.chance(FAITHFUL) ? favourite : this.random.pick(free);
  }

  private isTimeOfPrayer(day: string, minute: number): boolean {
    const { policies, state } = this.salon;
    return policies.avoid_prayer_times === true && prayerAt(day, clock(minute), state) !== null;
  }

  /** Some days before, in the hours of the telephone, or shortly before it begins; null where that is still to come. */
  private bookedAt({ client }: DemoClient, day: string, from: number): Date | null {
    const { now } = this.time;
    const starts = malaysianInstant(day, clock(from));
    const soonest = minutesAfter(client.created_at, 2);
    const latest = minutesAfter(starts < now ? starts : now, -3);
    const called = malaysianInstant(
      dayAfter(day, -leads.draw(this.random)),
      clock(this.random.whole(FIRST_HOUR * 60, LAST_HOUR * 60)),
    );
    const drawn = new Date(Math.max(called.getTime(), soonest.getTime()) + this.random.whole(0, 59_999));
    const at = drawn < latest ? drawn : minutesAfter(latest, -this.random.next() * 40);
    return at >= soonest && at < latest ? at : null;
  }
}

const two = (number: number): string => String(number).padStart(2, '0');

/** HH:MM:SS of a minute of the day. */
export const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
