import { invalid } from '@usaha/shared';
import { messages } from './calendar.messages.js';

/** Weekday → the hours of that day, each `HH:MM-HH:MM`; a day that is not there is a day off. */
export type WorkingHours = Record<string, string[]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The hours of one person as the business has set them. A value of another type counts as not set.
 * @param people by id, as in `configuration.healthcare.doctors`
 */
export function workingHoursOf(people: Readonly<Record<string, unknown>>, id: string): WorkingHours | null {
  const person = Object.hasOwn(people, id) ? people[id] : undefined;
  const hours = isObject(person) ? person.working_hours : undefined;
  return isObject(hours) ? hoursWithin(hours) : null;
}

/** The days of an open object that are lists of texts. */
export const hoursWithin = (given: Readonly<Record<string, unknown>>): WorkingHours =>
  Object.fromEntries(Object.entries(given).filter((day): day is [string, string[]] => isTexts(day[1])));

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A part of a day, in minutes since its beginning; the last one does not belong to it, and may lie past midnight. */
export interface MinuteSpan {
  from: number;
  to: number;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const MINUTES_OF_DAY = 24 * 60;

/** Whether a key names a weekday, in any case. */
export const isWeekday = (key: string): boolean => weekdays.some((name) => name === key.trim().toLowerCase());

/**
 * When there is work on a day, by the clock; hours that touch or overlap are one span, those before and after midnight too.
 * Weekdays are named in any case; what is no range of hours is left out.
 * @param date YYYY-MM-DD
 */
export function spansOfDay(hours: WorkingHours, date: string): MinuteSpan[] {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  // Hours of the day before may end on this one, and those of this one go on with those of the next.
  const spans = [-1, 0, 1]
    .flatMap((later) =>
      textsOfWeekday(hours, weekday + later)
        .map(minutesOf)
        .filter((span) => span !== null)
        .map(({ from, to }) => ({ from: from + later * MINUTES_OF_DAY, to: to + later * MINUTES_OF_DAY })),
    )
    .sort((a, b) => a.from - b.from);
  const joined: MinuteSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push(span);
  }
  return joined
    .filter(({ from, to }) => to > 0 && from < MINUTES_OF_DAY)
    .map(({ from, to }) => ({ from: Math.max(from, 0), to }));
}

/** As they were set. */
export const textsOfDay = (hours: WorkingHours, date: string): string[] =>
  textsOfWeekday(hours, new Date(`${date}T00:00:00Z`).getUTCDay());

/** @param weekday 0 is a Sunday, as are −7 and 7 */
function textsOfWeekday(hours: WorkingHours, weekday: number): string[] {
  const name = weekdays[(weekday + 7) % 7];
  return Object.entries(hours).flatMap(([day, texts]) => (day.trim().toLowerCase() === name ? texts : []));
}

const range = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/;

/** Hours that end before they begin end on the next day. @returns null for what is no range of real times, or takes no time */
function minutesOf(text: string): MinuteSpan | null {
  const span = rangeOf(text);
  if (!span || span.from === span.to) return null;
  return span.from < span.to ? span : { ...span, to: span.to + MINUTES_OF_DAY };
}

/** As they are written. 24:00 is an end. */
function rangeOf(text: string): MinuteSpan | null {
  const found = range.exec(text);
  if (!found) return null;
  const [fromHour, fromMinute, toHour, toMinute] = found.slice(1).map(Number) as [number, number, number, number];
  const span = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
  const isReal = fromMinute < 60 && toMinute < 60 && span.from < MINUTES_OF_DAY && span.to <= MINUTES_OF_DAY;
  return isReal ? span : null;
}

const written = /^\s*\d\d:\d\d\s*-\s*\d\d:\d\d\s*$/;

/**
 * Refuses hours that are none, before they are set: overlaps, days that are missing, and keys that name no weekday are
 * fine. A day may be null.
 * @param field what holds them: `working_hours`
 * @throws invalid naming the day
 */
export function requireHours(given: Readonly<Record<string, unknown>>, field: string): void {
  for (const [day, hours] of Object.entries(given)) {
    if (hours === null || !isWeekday(day)) continue;
    const isRight = isTexts(hours) && hours.every((text) => written.test(text) && rangeOf(text) !== null);
    if (!isRight) throw invalid(`${field}.${day}`, messages.noHours({ field: `${field}.${day}` }));
  }
}
