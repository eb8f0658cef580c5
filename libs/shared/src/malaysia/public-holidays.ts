import { holidays2026 } from './public-holidays-2026.js';
import { holidays2027 } from './public-holidays-2027.js';
import type { StateCode } from './states.js';

/**
 * Month and day, names in Malay and English, the codes of the states that have it (or `all`), and whether it replaces
 * one that fell on a weekly rest day.
 */
export type HolidayRow = readonly [day: string, name_ms: string, name_en: string, states: string, replaces?: true];

export interface PublicHoliday {
  name_ms: string;
  name_en: string;
  /** Whether it replaces one that fell on a weekly rest day. */
  is_replacement: boolean;
  /** Whether the list of its year is expected, and not gazetted yet. */
  is_expected: boolean;
}

/** Years whose holidays are known. Of others nothing is said: a day without holidays is not a day of work. */
const years: Readonly<Record<string, { rows: readonly HolidayRow[]; is_expected: boolean }>> = {
  '2026': { rows: holidays2026, is_expected: false },
  '2027': { rows: holidays2027, is_expected: true },
};

/** Whether the holidays of a day's year are known: without their table a day without holidays means nothing. @param day YYYY-MM-DD */
export const hasHolidayTable = (day: string): boolean => Object.hasOwn(years, day.slice(0, 4));

/**
 * The public holidays of a day. @param day YYYY-MM-DD @param state null where it is not known: then only those of the
 * whole country
 */
export function publicHolidays(day: string, state: StateCode | null): PublicHoliday[] {
  const year = years[day.slice(0, 4)];
  if (!year) return [];
  const date = day.slice(5);
  return year.rows
    .filter(
      ([on, , , where]) => on === date && (where === 'all' || (state !== null && where.split(' ').includes(state))),
    )
    .map(([, name_ms, name_en, , replaces = false]) => ({
      name_ms: replaces ? `Cuti ${name_ms}` : name_ms,
      name_en: replaces ? `${name_en} (replacement)` : name_en,
      is_replacement: replaces,
      is_expected: year.is_expected,
    }));
}
