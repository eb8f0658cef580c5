import { openParts, saidFee, saidPeriod, statementEntries } from '@usaha/education';
import type { HouseholdBill, HouseholdStatement } from '@usaha/education';
import { money, type Language, type Words } from '@usaha/shared';
import { printedEntry } from './printed-statement.js';
import type { StatementEntry, StatementSheet } from './statement-sheet.js';

const household: Words = { en: 'Household', ms: 'Keluarga' };
const title: Words = { en: 'Bill', ms: 'Bil' };
const unallocated: Words = { en: 'Paid in advance', ms: 'Bayaran pendahuluan' };

/** Entries in order, with the balance after each. */
function balanced(entries: readonly Omit<StatementEntry, 'balance'>[]): StatementEntry[] {
  let balance = 0;
  return entries.map((entry) => {
    balance = money.add(balance, entry.charged ?? 0, -(entry.paid ?? 0));
    return { ...entry, balance };
  });
}

const sheetOf = (
  entries: readonly StatementEntry[],
): Pick<StatementSheet, 'charged' | 'paid' | 'balance'> & { entries: StatementEntry[] } => ({
  entries: [...entries],
  charged: money.add(...entries.map(({ charged }) => charged ?? 0)),
  paid: money.add(...entries.map(({ paid }) => paid ?? 0)),
  balance: entries.at(-1)?.balance ?? 0,
});

/** The entries of all students of a household by date, each with the student's given name. @param business name of the school */
export function printedHouseholdStatement(
  { household: { name }, currency, date, accounts }: HouseholdStatement,
  business: string,
  language: Language,
): StatementSheet {
  const entries = accounts.flatMap((account) =>
    statementEntries(account).map((entry) => {
      const { balance: _, description, ...printed } = printedEntry(entry, language);
      return { ...printed, description: [account.student.first_name, description].filter(Boolean).join(' · ') };
    }),
  );
  const sorted = entries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return {
    business,
    language,
    holder: { label: household, name },
    printed_on: date,
    currency,
    ...sheetOf(balanced(sorted)),
  };
}

/** The open parts of invoices, with the sum to be paid. @param business name of the school */
export function printedBill(
  { household: { name }, currency, date, lines, unallocated: left }: HouseholdBill,
  business: string,
  language: Language,
): StatementSheet {
  const owed = lines.flatMap(({ student, invoice }) =>
    openParts(invoice)
      .filter(({ amount }) => amount > 0)
      .map(({ due_date, amount }) => ({
        date: due_date,
        number: invoice.invoice_number,
        description: [
          student.first_name,
          saidFee(invoice.fee_type, language),
          saidPeriod(invoice.period, language),
        ].join(' · '),
        charged: amount,
        paid: null,
      })),
  );
  const credit = left > 0 ? [{ date, number: '', description: unallocated[language], charged: null, paid: left }] : [];
  const sheet = sheetOf(balanced([...owed, ...credit]));
  return { business, language, title, holder: { label: household, name }, printed_on: date, currency, ...sheet };
}
