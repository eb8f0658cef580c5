import { printedDay, type Language, type Words } from '@usaha/shared';
import type { ReportColumnKind } from '@usaha/shared/operation';

/** Words of the documents themselves. */
export const phrases = {
  page: { en: 'Page {page} of {pages}', ms: 'Halaman {page} daripada {pages}' },
  printed: { en: 'Generated {when} (UTC+8)', ms: 'Dijana {when} (UTC+8)' },
  total: { en: 'Total', ms: 'Jumlah' },
  empty: { en: 'There is nothing to show.', ms: 'Tiada apa-apa untuk dipaparkan.' },
  all_time: { en: 'All dates', ms: 'Semua tarikh' },
  greatest: { en: 'the {count} greatest of {all}', ms: '{count} terbesar daripada {all}' },
  yes: { en: 'Yes', ms: 'Ya' },
  no: { en: 'No', ms: 'Tidak' },
  unknown: { en: '–', ms: '–' },
} satisfies Record<string, Words>;

export function phrase(name: keyof typeof phrases, language: Language, values: Record<string, string> = {}): string {
  return phrases[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number as people read it: 12,345. */
export const printedCount = (value: number): string => `${value < 0 ? '−' : ''}${grouped(String(Math.abs(value)))}`;

/** How many decimals a quantity has; reports round to three. */
export const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** A quantity as people read it: 1,234.5. @param decimals those that it has, or more: of a column all have as many */
export function printedQuantity(value: number, decimals = decimalsOf(value)): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  return `${value < 0 ? '−' : ''}${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** An amount as people read it: 1,234.50. */
export function printedMoney(value: number): string {
  const [whole = '', sen = ''] = Math.abs(value).toFixed(2).split('.');
  return `${value < 0 ? '−' : ''}${grouped(whole)}.${sen}`;
}

/** An instant on Malaysia's clocks: 10/03/2026 16:30. */
export function printedInstant(instant: Date): string {
  const [day = '', time = ''] = new Date(instant.getTime() + 8 * 3_600_000).toISOString().split('T');
  return `${printedDay(day)} ${time.slice(0, 5)}`;
}

type Figure = string | number | boolean;

const kinds: Record<ReportColumnKind, (value: Figure, language: Language) => string> = {
  text: String,
  day: (value) => printedDay(String(value)),
  count: (value) => printedCount(Number(value)),
  quantity: (value) => printedQuantity(Number(value)),
  money: (value) => printedMoney(Number(value)),
  percent: (value) => `${printedMoney(Number(value))} %`,
  flag: (value, language) => phrase(value === true ? 'yes' : 'no', language),
};

/** A figure as it is printed. */
export const printed = (kind: ReportColumnKind, value: Figure | null, language: Language = 'en'): string =>
  value === null ? phrases.unknown[language] : kinds[kind](value, language);
