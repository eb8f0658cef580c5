import { openParts, saidFee, saidPeriod, type HouseholdBill, type PrintedHousehold } from '@usaha/education';
import { money, type Language, type Words } from '@usaha/shared';
import { printedEntry } from './printed-statement.js';
import { openingEntry } from './opening-entry.js';
import type { StatementEntry, StatementSheet } from './statement-sheet.js';

const household: Words = { en: 'Household', ms: 'Keluarga' };
const title: Words = { en: 'Bill', ms: 'Bil' };
const unallocated: Words = { en: 'Paid in advance', ms: 'Bayaran pendahuluan' };

/** Entries in order, with the balance after each. @param balance before the first */
function balanced(entries: readonly Omit<StatementEntry, 'balance'>[], balance = 0): StatementEntry[] {
  return entries.map((entry) => {
    balance = money.add(balance, entry.charged ?? 0, -(entry.paid ?? 0));
    return { ...entry, balance };
  });
}

const sheetOf = (
  entries: readonly StatementEntry[],
): Pick<StatementSheet, 'charged' | 'paid' | 'balance'> & { entries: StatementEntry[] } => ({
  entries: [...entries],
  charged: money.add(0, ...entries.map(({ charged }) => charged ?? 0)),
  paid: money.add(0, ...entries.map(({ paid }) => paid ?? 0)),
  balance: entries.at(-1)?.balance ?? 0,
});

/** The entries of all students of a household by date, each with the student's given name. @param business name of the school */
export function printedHouseholdStatement(
  { household: { name }, currency, date, opening_balance, lines }: PrintedHousehold,
  business: string,
  language: Language,
): StatementSheet {
  const entries = lines.map(({ student, ...entry }) => {
    const { balance: _, description, ...printed } = printedEntry(entry, language);
    return { ...printed, description: [student.first_name, description].filter(Boolean).join(' · ') };
  });
  const sheet = sheetOf(balanced(entries, opening_balance));
  return {
    business,
    language,
    holder: { label: household, name },
    printed_on: date,
    currency,
    ...sheet,
    entries: [...openingEntry(opening_balance, lines[0]?.date ?? date, language), ...sheet.entries],
    balance: sheet.entries.at(-1)?.balance ?? opening_balance,
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
