import { saidMethod } from '@usaha/core';
import { saidFee, saidPeriod, type PrintedStatement, type StatementEntry as AccountEntry } from '@usaha/education';
import { money, type Language } from '@usaha/shared';
import { openingEntry } from './opening-entry.js';
import type { StatementEntry, StatementSheet } from './statement-sheet.js';

/** An entry of an account in the words of a language. */
export function printedEntry({ kind, period, ...entry }: AccountEntry, language: Language): StatementEntry {
  // A payment is described by its method.
  const said = entry.paid === null ? saidFee(entry.description, language) : saidMethod(entry.description, language);
  const description = [kind?.[language], said, period && saidPeriod(period, language)].filter(Boolean).join(' · ');
  return { ...entry, description };
}

/** A statement of account ready for the thread that draws. */
export const printedStatement = (
  { statement, opening_balance, lines, day, student_name, business }: PrintedStatement,
  language: Language,
): StatementSheet => ({
  business: business.name,
  language,
  holder: { label: { en: 'Student', ms: 'Pelajar' }, name: student_name },
  printed_on: day,
  currency: statement.currency,
  entries: [
    ...openingEntry(opening_balance, lines[0]?.date ?? day, language),
    ...lines.map((entry) => printedEntry(entry, language)),
  ],
  charged: money.add(0, ...lines.map((entry) => entry.charged ?? 0)),
  paid: money.add(0, ...lines.map((entry) => entry.paid ?? 0)),
  balance: lines.at(-1)?.balance ?? opening_balance,
});
