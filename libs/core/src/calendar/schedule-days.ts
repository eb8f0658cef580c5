import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import {
  fridayPrayer,
  isFriday,
  prayerTimes,
  hasHolidayTable,
  publicHolidays,
  type PrayerTimes,
  type PublicHoliday,
  type StateCode,
} from '@usaha/shared/malaysia';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { stateOf } from './state-of.js';

/** The facts of a day before bookings fill it. */
export interface ScheduleDay {
  /** YYYY-MM-DD */
  date: string;
  public_holidays: PublicHoliday[];
  /** Whether the public holidays of its year are known. */
  coverage: boolean;
  prayer_times: PrayerTimes;
  /** Set aside for the congregational prayer (HH:MM:SS); null on all days but Friday. */
  friday_prayer: { start: string; end: string } | null;
}

/** Calendar days in Malaysia (YYYY-MM-DD), both included. */
export interface DayRange {
  date_from?: string;
  date_to?: string;
}

/** The longest range of which every day is shown. */
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;

/** The days of a schedule, as they are in the state where the business has its address. */
@Injectable()
export class ScheduleDays {
  constructor(private readonly tenants: TenantRepository) {}

  /** Each day of the range; none where an end is open, or they are too far apart. */
  async between(ctx: Context, range: DayRange): Promise<ScheduleDay[]> {
    const dates = datesBetween(range);
    if (dates.length === 0) return [];
    const state = await stateOf(ctx, this.tenants);
    return dates.map((date) => scheduleDay(date, state));
  }
}

function datesBetween({ date_from, date_to }: DayRange): string[] {
  if (date_from === undefined || date_to === undefined) return [];
  const first = Date.parse(date_from);
  const count = (Date.parse(date_to) - first) / DAY_MS + 1;
  if (count < 1 || count > MOST_DAYS) return [];
  return Array.from({ length: count }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

const scheduleDay = (date: string, state: StateCode | null): ScheduleDay => ({
  date,
  public_holidays: publicHolidays(date, state),
  coverage: hasHolidayTable(date),
  prayer_times: prayerTimes(date, state),
  friday_prayer: isFriday(date) ? fridayPrayer(state) : null,
});
