import { saidMethod } from '@usaha/core';
import type { CustomerStatement, StatementKind, StatementLine } from '@usaha/retail';
import type { Language, Words } from '@usaha/shared';
import { openingEntry } from './opening-entry.js';
import type { StatementSheet } from './statement-sheet.js';

const kinds: Readonly<Record<StatementKind, Words>> = {
  sale: { en: 'Sale', ms: 'Jualan' },
  payment: { en: 'Payment', ms: 'Bayaran' },
  refund: { en: 'Refund', ms: 'Bayaran balik' },
  void: { en: 'Void', ms: 'Jualan terbatal' },
  reversal: { en: 'Change of status', ms: 'Perubahan status' },
};

const described = ({ kind, payment_method }: StatementLine, language: Language): string =>
  payment_method === null
    ? kinds[kind][language]
    : `${kinds[kind][language]} · ${saidMethod(payment_method, language)}`;

/** A customer's statement ready for the thread that draws. @param business name of the shop */
export function printedCustomerStatement(
  { customer, date, opening_balance, charged, paid, balance, lines }: CustomerStatement,
  business: string,
  language: Language,
): StatementSheet {
  const carried = openingEntry(opening_balance, lines[0]?.date ?? date, language);
  return {
    business,
    language,
    holder: { label: { en: 'Customer', ms: 'Pelanggan' }, name: `${customer.first_name} ${customer.last_name}` },
    printed_on: date,
    currency: 'MYR',
    entries: [
      ...carried,
      ...lines.map((line) => ({
        date: line.date,
        number: line.number,
        description: described(line, language),
        charged: line.charged,
        paid: line.paid,
        balance: line.balance,
      })),
    ],
    charged,
    paid,
    balance,
  };
}
