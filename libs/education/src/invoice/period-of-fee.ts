import { yearSpan, schoolYearOf, termSpan, type Span, type Term } from '../report-card/terms.js';
import { yearsOf } from '../timetable/academic-years.js';
import type { Fee } from '../fee/fee.entity.js';
import { dayOfMonth, daysIn, monthAfter } from './days.js';

/** How often a fee is charged, of those that the service charges by itself. */
export type Frequency = 'monthly' | 'termly' | 'yearly';

const frequencies: Readonly<Record<string, Frequency>> = {
  monthly: 'monthly',
  month: 'monthly',
  'per month': 'monthly',
  bulanan: 'monthly',
  sebulan: 'monthly',
  'setiap bulan': 'monthly',
  termly: 'termly',
  term: 'termly',
  'per term': 'termly',
  sepenggal: 'termly',
  'setiap penggal': 'termly',
  yearly: 'yearly',
  year: 'yearly',
  annual: 'yearly',
  annually: 'yearly',
  'per year': 'yearly',
  tahunan: 'yearly',
  setahun: 'yearly',
  'setiap tahun': 'yearly',
};

/** `monthly`, `Bulanan`; null for what is charged once, or in words that are not known. */
export const frequencyOf = (text: string | null): Frequency | null =>
  frequencies[(text ?? '').trim().toLowerCase().replace(/\s+/g, ' ')] ?? null;

/** All words of all frequencies, in lower case. */
export const frequencyWords = Object.keys(frequencies);

/** A month, a term or a school year. */
export interface Period extends Span {
  /** As invoices name it: `2026-03`, `2026-T1`, `2026`. */
  name: string;
}

/** The period of a day; null between terms. @param day YYYY-MM-DD */
export function periodOf(frequency: Frequency, day: string, terms: readonly Term[]): Period | null {
  const month = day.slice(0, 7);
  if (frequency === 'monthly') return { name: month, from: `${month}-01`, to: dayOfMonth(month, 31) };
  const year = schoolYearOf(terms, day);
  const { from, to } = yearSpan(terms, year);
  if (frequency === 'yearly') {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
    return { name: first === last ? first : `${first}/${last}`, from, to };
  }
  for (const { key } of terms) {
    const span = termSpan(terms, year, key);
    if (span && span.from <= day && day <= span.to) return { name: `${from.slice(0, 4)}-T${key}`, ...span };
  }
  return null;
}

/** The first day of the month that a period is invoiced on: the last day of the period where it has none. */
export function invoicedOn({ from, to }: Span, invoice_day: number): string {
  const month = from.slice(0, 7);
  const [first, second] = [dayOfMonth(month, invoice_day), dayOfMonth(monthAfter(month, 1), invoice_day)];
  const day = first >= from ? first : second;
  return day <= to ? day : to;
}

/** Whether a fee of an academic year is asked for in a period: one that names no year is in each. */
export function isOfYear({ academic_year }: Pick<Fee, 'academic_year'>, { from, to }: Span): boolean {
  if (String(academic_year ?? '').trim() === '') return true;
  const years = yearsOf(academic_year, from);
  return years === null || (years.from <= Number(to.slice(0, 4)) && years.to >= Number(from.slice(0, 4)));
}

/** How many days of a period are left from a day on; all where it is before. */
export const daysFrom = ({ from, to }: Span, day: string): number => daysIn({ from: day > from ? day : from, to });
