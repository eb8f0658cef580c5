import { Injectable } from '@nestjs/common';
import { conflict, malaysianDay, malaysianTime, type Context } from '@usaha/shared';
import { prayerAt, publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { Span } from './calendar.js';
import { messages } from './calendar.messages.js';
import { stateOf } from './state-of.js';
import { spansOfDay, textsOfDay, type WorkingHours } from './working-hours.js';

/** What a business refuses; nothing unless its configuration says so. */
export interface DayRules {
  /** Nothing begins on a public holiday of its state. */
  closed_on_public_holidays?: boolean;
  /** Nothing begins within the time of a prayer. */
  avoid_prayer_times?: boolean;
  /** Nothing reaches beyond the working hours of the person or thing that is booked. */
  respect_working_hours?: boolean;
}

/** The time of a booking. */
export interface ProposedTime extends Span {
  /** The fields of the request that say its day and its time. */
  fields: { day: string; time: string };
  /** Of the person or thing that is booked; without any, working hours forbid nothing. */
  working_hours?: WorkingHours | null;
}

/** Times that a business does not give, by the days and prayers of the state in its address. */
@Injectable()
export class DayPolicies {
  constructor(private readonly tenants: TenantRepository) {}

  /** @throws conflict for the first time that a rule forbids, naming its field */
  async check(ctx: Context, rules: DayRules, times: readonly ProposedTime[]): Promise<void> {
    if (rules.closed_on_public_holidays || rules.avoid_prayer_times) {
      const state = await stateOf(ctx, this.tenants);
      for (const time of times) refuseDay(rules, time, state);
    }
    if (rules.respect_working_hours) for (const time of times) refuseOutsideHours(time);
  }
}

function refuseDay(rules: DayRules, { from, fields }: ProposedTime, state: StateCode | null): void {
  const [date, time] = [malaysianDay(from), malaysianTime(from)];
  const [holiday] = rules.closed_on_public_holidays ? publicHolidays(date, state) : [];
  if (holiday)
    throw conflict(fields.day, messages.publicHoliday({ date, holiday: { en: holiday.name_en, ms: holiday.name_ms } }));
  const prayer = rules.avoid_prayer_times ? prayerAt(date, time, state) : null;
  if (prayer) throw conflict(fields.time, messages.timeOfPrayer({ time, prayer }));
}

const MINUTE_MS = 60_000;

function refuseOutsideHours({ from, to, fields, working_hours }: ProposedTime): void {
  if (!working_hours) return;
  const [date, time] = [malaysianDay(from), malaysianTime(from)];
  const [hour, minute, second] = time.split(':').map(Number) as [number, number, number];
  const begins = hour * 60 + minute + second / 60;
  const ends = begins + (to.getTime() - from.getTime()) / MINUTE_MS;
  if (spansOfDay(working_hours, date).some((span) => span.from <= begins && ends <= span.to)) return;
  const hours = textsOfDay(working_hours, date);
  throw conflict(fields.time, messages.outsideWorkingHours({ from: time, to: malaysianTime(to), hours }));
}
