import type { Language, Words } from '@usaha/shared';
import type { StatementEntry } from './statement-sheet.js';

const opening: Words = { en: 'Opening balance', ms: 'Baki awal' };

/** The line that a statement of a later period begins with; none where nothing was owed. @param date YYYY-MM-DD */
export const openingEntry = (balance: number, date: string, language: Language): StatementEntry[] =>
  balance === 0 ? [] : [{ date, number: '', description: opening[language], charged: null, paid: null, balance }];
