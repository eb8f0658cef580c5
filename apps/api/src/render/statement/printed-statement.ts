import { saidMethod } from '@usaha/core';
import { statementEntries, type Statement } from '@usaha/education';
import type { Language } from '@usaha/shared';
import type { StatementSheet } from './statement-sheet.js';

/** A statement of account ready for the thread that draws. @param business name of the school */
export const printedStatement = (statement: Statement, business: string, language: Language): StatementSheet => {
  const { student, currency, date, charged, paid } = statement;
  const entries = statementEntries(statement);
  return {
    business,
    language,
    holder: { label: { en: 'Student', ms: 'Pelajar' }, name: `${student.first_name} ${student.last_name}` },
    printed_on: date,
    currency,
    // What describes a payment is how it was made.
    entries: entries.map((entry) =>
      entry.paid === null ? entry : { ...entry, description: saidMethod(entry.description, language) },
    ),
    charged,
    paid,
    balance: entries.at(-1)?.balance ?? 0,
  };
};
