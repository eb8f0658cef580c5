import { malaysianDay, money } from '@usaha/shared';
import type { Statement } from './statement.service.js';

/** One line of an account: what was charged or paid, and what was owed after it. */
export interface StatementEntry {
  /** YYYY-MM-DD: when the invoice was made (UTC+8), or of the payment. */
  date: string;
  /** Of the invoice or the receipt. */
  number: string;
  /** As it was recorded, in no language. */
  description: string;
  charged: number | null;
  paid: number | null;
  /** Below 0 where more was paid than was charged. */
  balance: number;
}

type Movement = Omit<StatementEntry, 'balance'> & { id: string };

/** An account line by line, oldest first; payments that are void are left out. The last balance is what is owed in all. */
export function statementEntries({ invoices, payments }: Pick<Statement, 'invoices' | 'payments'>): StatementEntry[] {
  const charges = invoices.map(({ id, created_at, invoice_number, fee_type, period, amount }): Movement => ({
    id,
    date: malaysianDay(created_at),
    number: invoice_number,
    description: `${fee_type} · ${period}`,
    charged: amount,
    paid: null,
  }));
  const receipts = payments
    .filter(({ voided_at }) => voided_at === null)
    .map(({ id, payment_date, receipt_number, payment_method, amount }): Movement => ({
      id,
      date: payment_date,
      number: receipt_number,
      description: payment_method ?? '',
      charged: null,
      paid: amount,
    }));
  let balance = 0;
  return [...charges, ...receipts]
    .sort((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1))
    .map(({ id: _, ...movement }) => {
      balance = money.add(balance, movement.charged ?? 0, -(movement.paid ?? 0));
      return { ...movement, balance };
    });
}
