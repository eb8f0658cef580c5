import { saidMethod } from '@usaha/core';
import {
  saidFee,
  saidPeriod,
  statementEntries,
  type PrintedStatement,
  type StatementEntry as AccountEntry,
} from '@usaha/education';
import { money, type Language } from '@usaha/shared';
import type { StatementEntry, StatementSheet } from './statement-sheet.js';

/** An entry of an account in the words of a language. */
export function printedEntry({ kind, period, ...entry }: AccountEntry, language: Language): StatementEntry {
  // A payment is described by its method.
  const said = entry.paid === null ? saidFee(entry.description, language) : saidMethod(entry.description, language);
  const description = [kind?.[language], said, period && saidPeriod(period, language)].filter(Boolean).join(' · ');
  return { ...entry, description };
}

/** A statement of account ready for the thread that draws, with the entries until its day. */
export const printedStatement = (
  { statement, day, student_name, business }: PrintedStatement,
  language: Language,
): StatementSheet => {
  const entries = statementEntries(statement).filter(({ date }) => date <= day);
  return {
    business,
    language,
    holder: { label: { en: 'Student', ms: 'Pelajar' }, name: student_name },
    printed_on: day,
    currency: statement.currency,
    entries: entries.map((entry) => printedEntry(entry, language)),
    charged: money.add(...entries.map((entry) => entry.charged ?? 0)),
    paid: money.add(...entries.map((entry) => entry.paid ?? 0)),
    balance: entries.at(-1)?.balance ?? 0,
  };
};
