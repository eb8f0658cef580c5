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

const terms: Readonly<Record<Language, string>> = { en: 'Term', ms: 'Penggal' };

/** `2026-03` and `2026-T1`, as they are printed: March 2026, Mac 2026, Term 1 2026, Penggal 1 2026; any other text as it was recorded. */
export function saidPeriod(period: string, language: Language): string {
  const [, ofTerm, term] = /^(\d{4})-T(.+)$/.exec(period.trim()) ?? [];
  if (ofTerm !== undefined) return `${terms[language]} ${term} ${ofTerm}`;
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period.trim()) ?? [];
  const name = months[language][Number(month) - 1];
  return year === undefined || name === undefined ? period : `${name} ${year}`;
}
