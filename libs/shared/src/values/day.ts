const MALAYSIA_AHEAD_MS = 8 * 3_600_000;

/** The calendar day (YYYY-MM-DD) that an instant falls on in Malaysia, which is UTC+8 all year. */
export const malaysianDay = (instant: Date): string =>
  new Date(instant.getTime() + MALAYSIA_AHEAD_MS).toISOString().slice(0, 10);

/** A calendar date as it is written in Malaysia: 2026-03-10 is 10/03/2026. */
export const printedDay = (day: string): string => day.split('-').reverse().join('/');

/** The time of that day in Malaysia (HH:MM:SS). */
export const malaysianTime = (instant: Date): string =>
  new Date(instant.getTime() + MALAYSIA_AHEAD_MS).toISOString().slice(11, 19);

/** The instant at which a Malaysian day (YYYY-MM-DD) has come to a time (HH:MM:SS). */
export const malaysianInstant = (day: string, time: string): Date =>
  new Date(Date.parse(`${day}T${time}Z`) - MALAYSIA_AHEAD_MS);

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** A calendar date that exists, written YYYY-MM-DD: 2025-02-30 is none. Without a Date: a page of patients asks a hundred times. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const last = month === 2 && isLeap(year) ? 29 : (daysOfMonths[month - 1] ?? 0);
  return year > 0 && day > 0 && day <= last;
}
