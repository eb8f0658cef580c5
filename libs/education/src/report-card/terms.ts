import type { Setting } from '@usaha/core';
import { isCalendarDate } from '@usaha/shared';

/** A part of a school year. Days are MM-DD; those before the first term's belong to the next calendar year. */
export interface Term {
  /** Its number as text, or its name in lower case. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** Two terms, in calendar years. */
const usual: readonly Term[] = [
  { key: '1', from: '01-01', to: '06-30' },
  { key: '2', from: '07-01', to: '12-31' },
];

const MOST_TERMS = 12;

const numbers: Readonly<Record<string, string>> = {
  first: '1',
  one: '1',
  pertama: '1',
  satu: '1',
  second: '2',
  two: '2',
  kedua: '2',
  dua: '2',
  third: '3',
  three: '3',
  ketiga: '3',
  tiga: '3',
  fourth: '4',
  four: '4',
  keempat: '4',
  empat: '4',
};

/** What a term is known by: `Term 1`, `Penggal 1`, `first` and 1 are one. */
export function termKey(term: string | number): string {
  const text = String(term)
    .toLowerCase()
    .replace(/\b(?:term|penggal|semester)\b/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return numbers[text] ?? text.replace(/^0+(?=\d)/, '');
}

/** A day of any year, 29 February too. */
const isDay = (given: unknown): given is string => typeof given === 'string' && isCalendarDate(`2024-${given}`);

const isTerm = (given: unknown): given is { term: string | number; from: string; to: string } => {
  const { term, from, to } = (given ?? {}) as Record<string, unknown>;
  const isNamed = typeof term === 'number' ? Number.isInteger(term) : typeof term === 'string' && term.trim() !== '';
  return isNamed && isDay(from) && isDay(to);
};

const areTerms = (given: unknown): given is { term: string | number; from: string; to: string }[] =>
  Array.isArray(given) && given.length > 0 && given.length <= MOST_TERMS && given.every(isTerm);

/** `[{ term, from, to }]`, in the order in which they begin. A list with anything else in it counts as not set. */
export const ownTerms: Setting<readonly Term[]> = {
  shape: { type: 'array', fallback: [] },
  fits: areTerms,
  read: (given) => (areTerms(given) ? given.map(({ term, from, to }) => ({ key: termKey(term), from, to })) : usual),
};

/** Days, both included. */
export interface Span {
  from: string;
  to: string;
}

const beginningOf = (terms: readonly Term[]): string => terms[0]?.from ?? '01-01';

/** The days that can be recorded: years have four digits. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];
const [FIRST_YEAR, LAST_YEAR] = [1, 9_999];

const calendarYearOf = (year: number, terms: readonly Term[], monthDay: string): number =>
  monthDay < beginningOf(terms) ? year + 1 : year;

/**
 * A day of the school year that begins in a calendar year. 29 February is 1 March, or as an end 28 February, where there is
 * none; beyond the days that can be recorded it is the first or the last of them.
 */
function dayIn(year: number, terms: readonly Term[], monthDay: string, end: boolean): string {
  const calendarYear = calendarYearOf(year, terms, monthDay);
  if (calendarYear < FIRST_YEAR) return FIRST_DAY;
  if (calendarYear > LAST_YEAR) return LAST_DAY;
  const day = `${written(calendarYear)}-${monthDay}`;
  return isCalendarDate(day) ? day : `${written(calendarYear)}-${end ? '02-28' : '03-01'}`;
}

const written = (year: number): string => String(year).padStart(4, '0');

/** From the first term's beginning to the day before the next year's. */
export const yearSpan = (terms: readonly Term[], year: number): Span => ({
  from: dayIn(year, terms, beginningOf(terms), false),
  to: year < LAST_YEAR ? dayBefore(dayIn(year + 1, terms, beginningOf(terms), false)) : LAST_DAY,
});

/** @param term as it is asked for; null where the school has none of that name, or none of its days can be recorded */
export function termSpan(terms: readonly Term[], year: number, term: string): Span | null {
  const found = terms.find(({ key }) => key === termKey(term));
  if (!found) return null;
  const { from, to } = found;
  if (calendarYearOf(year, terms, from) > LAST_YEAR || calendarYearOf(year, terms, to) < FIRST_YEAR) return null;
  return { from: dayIn(year, terms, from, false), to: dayIn(year, terms, to, true) };
}

/** The calendar year in which the school year of a day began. @param day YYYY-MM-DD */
export function schoolYearOf(terms: readonly Term[], day: string): number {
  const year = Number(day.slice(0, 4));
  return day < dayIn(year, terms, beginningOf(terms), false) ? year - 1 : year;
}

const DAY_MS = 86_400_000;
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

/** The first year that `2026`, `2026/2027` or `2026-2027` names; null for any other text. */
export function yearNamed(text: string): number | null {
  const year = Number(/^\s*(\d{4})(?:\s*[/-]\s*\d{4})?\s*$/.exec(text)?.[1] ?? 0);
  return year >= FIRST_YEAR ? year : null;
}
