import { malaysianDay, malaysianInstant } from '@usaha/shared';
import { publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import { dayAfter, minutesAfter, weekdayOf } from '../core/demo-days.js';

/** How far the history reaches back, in days. */
const HISTORY_DAYS = 182;
/** Days before its first shipment at which a carrier enters what it has. */
const ENTERED_DAYS = 21;
const SUNDAY = 0;

/** The half a year up to now of which a demo carrier has a history. It drives from Monday to Saturday, on no public holiday. */
export class CarrierTime {
  /** YYYY-MM-DD: the first day, and the one of now. */
  readonly from: string;
  readonly today: string;
  /** When drivers, vehicles and routes were entered. */
  readonly opening: Date;
  private readonly known = new Map<string, boolean>();

  constructor(
    readonly now: Date,
    /** Whose public holidays it keeps. */
    private readonly state: StateCode,
  ) {
    this.today = malaysianDay(now);
    this.from = dayAfter(this.today, -HISTORY_DAYS);
    this.opening = malaysianInstant(dayAfter(this.from, -ENTERED_DAYS), '08:00:00');
  }

  isWorking(day: string): boolean {
    const known = this.known.get(day);
    if (known !== undefined) return known;
    const works = weekdayOf(day) !== SUNDAY && publicHolidays(day, this.state).length === 0;
    this.known.set(day, works);
    return works;
  }

  /** The next day on which vehicles are driven. */
  nextWorking(day: string): string {
    let next = dayAfter(day, 1);
    while (!this.isWorking(next)) next = dayAfter(next, 1);
    return next;
  }

  /** The last day before one on which vehicles were driven. */
  lastWorking(day: string): string {
    let last = dayAfter(day, -1);
    while (!this.isWorking(last)) last = dayAfter(last, -1);
    return last;
  }

  /** All days from one on, up to today. */
  *daysFrom(first: string): Generator<string> {
    for (let day = first; day <= this.today; day = dayAfter(day, 1)) yield day;
  }

  /** Whether it has happened. */
  isPast(at: Date): boolean {
    return at <= this.now;
  }
}

/** @param day YYYY-MM-DD @param minutes of it, in Malaysia */
export const atMinute = (day: string, minutes: number): Date =>
  minutesAfter(malaysianInstant(day, '00:00:00'), minutes);
