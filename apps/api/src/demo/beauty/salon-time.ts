import { malaysianDay, malaysianInstant } from '@usaha/shared';
import { publicHolidays } from '@usaha/shared/malaysia';
import { dayAfter, weekdayOf } from '../core/demo-days.js';
import type { DemoSalon } from './demo-salon.js';

/** How far the history reaches back, and how far ahead there are appointments, in days. */
const HISTORY_DAYS = 182;
const AHEAD_DAYS = 14;
/** Days before its first appointments at which a salon enters what it has: these are booked meanwhile. */
export const ENTERED_DAYS = 21;

/** The time of which a demo salon has a history: half a year up to now, and the fortnight to come. */
export class SalonTime {
  /** YYYY-MM-DD: the first day with appointments, the one of now, and the last one. */
  readonly from: string;
  readonly today: string;
  readonly to: string;
  /** When what a salon has was entered. */
  readonly opening: Date;
  /** Days on which it is open. */
  readonly days: readonly string[];

  constructor(
    readonly now: Date,
    { state, week }: Pick<DemoSalon, 'state' | 'week'>,
  ) {
    this.today = malaysianDay(now);
    this.from = dayAfter(this.today, -HISTORY_DAYS);
    this.to = dayAfter(this.today, AHEAD_DAYS);
    this.opening = malaysianInstant(dayAfter(this.from, -ENTERED_DAYS), '08:00:00');
    const days: string[] = [];
    for (let day = this.from; day <= this.to; day = dayAfter(day, 1))
      if (week[weekdayOf(day)] !== 0 && publicHolidays(day, state).length === 0) days.push(day);
    this.days = days;
  }
}
