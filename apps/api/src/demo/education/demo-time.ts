import { malaysianDay, malaysianInstant } from '@usaha/shared';
import type { StateCode } from '@usaha/shared/malaysia';
import { dayAfter } from '../core/demo-days.js';
import { YEAR_OPENS, schoolDays } from './school-days.js';

/** How far the history reaches back, in days. */
const HISTORY_DAYS = 182;

/** How far into January a school year has been entered. */
const OPENING_DAYS = 2;

/** The time of which a demo school has a history: half a year up to now. */
export class DemoTime {
  /** YYYY-MM-DD: its first day, and the last that is over. */
  readonly from: string;
  readonly to: string;
  /** The school years that it has a part of, and the one of now. */
  readonly years: readonly number[];
  readonly year: number;
  /** Of its days, those of school. */
  readonly days: readonly string[];

  constructor(
    readonly now: Date,
    state: StateCode,
  ) {
    const today = malaysianDay(now);
    this.from = dayAfter(today, -HISTORY_DAYS);
    this.to = dayAfter(today, -1);
    // Until everybody has a seat in the new one, the school year is the one before.
    this.year = Number(dayAfter(today, -OPENING_DAYS).slice(0, 4));
    const first = Number(this.from.slice(0, 4));
    this.years = first < this.year ? [first, this.year] : [this.year];
    // On its first day everything is entered.
    this.days = schoolDays(state, dayAfter(this.from, 1), this.to);
  }

  /** When what a school year begins with is entered: at its opening, or when the history begins. */
  openingOf(year: number): Date {
    const opens = `${year}-${YEAR_OPENS}`;
    return malaysianInstant(opens > this.from ? opens : this.from, '08:00:00');
  }

  /** Days of school of the year of now, from one day to another; none where there was none. */
  daysBetween(from: string, to: string): readonly string[] {
    return this.days.filter((day) => day >= from && day <= to && Number(day.slice(0, 4)) === this.year);
  }
}
