import type { Language } from '@usaha/shared';

const months: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  ms: [
    'Januari',
    'Februari',
    'Mac',
    'April',
    'Mei',
    'Jun',
    'Julai',
    'Ogos',
    'September',
    'Oktober',
    'November',
    'Disember',
  ],
};

/** `2026-03`, as it is printed: March 2026, Mac 2026; any other text as it was recorded. */
export function saidPeriod(period: string, language: Language): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period.trim()) ?? [];
  const name = months[language][Number(month) - 1];
  return year === undefined || name === undefined ? period : `${name} ${year}`;
}
