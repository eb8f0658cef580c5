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

/** A calendar date that exists, written YYYY-MM-DD: 2025-02-30 is none. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  // The years 1 to 99 are taken for 1901 to 1999; 400 years on, the calendar is the same.
  const date = new Date(Date.UTC(year + 400, month - 1, day));
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
