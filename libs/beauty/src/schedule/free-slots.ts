import { malaysianInstant, malaysianTime } from '@usaha/shared';
import { prayerAt, publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import { spansOfDay, type DayRules, type Span, type WorkingHours } from '@usaha/core';

/** Starts are a quarter of an hour apart, from midnight on. */
const STEP_MINUTES = 15;
const STARTS_OF_DAY = (24 * 60) / STEP_MINUTES;
const MINUTE_MS = 60_000;

/** A day at a salon, and how long a service takes. */
export interface SoughtTime {
  /** YYYY-MM-DD, in Malaysia. */
  date: string;
  minutes: number;
  /** Where its address is; null where that is not known. */
  state: StateCode | null;
  rules: DayRules;
}

/**
 * When a service can begin on a day: every quarter of an hour at which its whole time lies within the hours of a member and
 * nothing else is booked. Holidays and prayer times are left out where the salon keeps them.
 * @param hours null where none are set: they leave nothing out
 */
export function freeStarts(sought: SoughtTime, hours: WorkingHours | null, taken: readonly Span[]): Span[] {
  const { date, minutes, state, rules } = sought;
  if (rules.closed_on_public_holidays && publicHolidays(date, state).length > 0) return [];
  const spans = hours && spansOfDay(hours, date);
  const day = malaysianInstant(date, '00:00:00').getTime();
  return Array.from({ length: STARTS_OF_DAY }, (_, i) => i * STEP_MINUTES).flatMap((minute) => {
    const span = { from: new Date(day + minute * MINUTE_MS), to: new Date(day + (minute + minutes) * MINUTE_MS) };
    if (spans && !spans.some(({ from, to }) => from <= minute && minute + minutes <= to)) return [];
    if (rules.avoid_prayer_times && prayerAt(date, malaysianTime(span.from), state)) return [];
    return taken.some(({ from, to }) => from < span.to && to > span.from) ? [] : [span];
  });
}
