import { saidMethod } from '@usaha/core';
import { saidPeriod, statementEntries, type Statement } from '@usaha/education';
import { money, type Language } from '@usaha/shared';
import type { StatementSheet } from './statement-sheet.js';

/** A statement of account ready for the thread that draws. @param business name of the school */
export const printedStatement = (statement: Statement, business: string, language: Language): StatementSheet => {
  const { student, currency, date } = statement;
  const entries = statementEntries(statement);
  return {
    business,
    language,
    holder: { label: { en: 'Student', ms: 'Pelajar' }, name: `${student.first_name} ${student.last_name}` },
    printed_on: date,
    currency,
    entries: entries.map(({ kind, period, ...entry }) => {
      // A payment is described by its method.
      const said = entry.paid === null ? entry.description : saidMethod(entry.description, language);
      return {
        ...entry,
        description: [kind?.[language], said, period && saidPeriod(period, language)].filter(Boolean).join(' · '),
      };
    }),
    charged: money.add(...entries.map((entry) => entry.charged ?? 0)),
    paid: money.add(...entries.map((entry) => entry.paid ?? 0)),
    balance: entries.at(-1)?.balance ?? 0,
  };
};
