import { grouped, invalid, malaysianDay, money, type Words } from '@usaha/shared';
import type { Invoice } from '../invoice/invoice.entity.js';
import { messages, statementWords } from '../messages.js';
import type { Statement } from './statement.service.js';

/** One line of an account: what was charged or paid, and what was owed after it. */
export interface StatementEntry {
  /** YYYY-MM-DD: when it was recorded (UTC+8), or of the payment. */
  date: string;
  /** Of the invoice, receipt or credit note; empty for a refund. */
  number: string;
  /** What it was, where the number does not tell: a void, a cancellation. */
  kind: Words | null;
  /** As it was recorded, in no language. */
  description: string;
  /** Of the fee of an invoice, as it was recorded. */
  period: string | null;
  /** Below 0 where it was taken off. */
  charged: number | null;
  /** Below 0 where it was given back, or was no payment. */
  paid: number | null;
  /** Below 0 where more was paid than was charged. */
  balance: number;
}

/** Lines of a statement that is printed. */
export const MOST_STATEMENT_LINES = 1_000;

/** Days of a printed statement, YYYY-MM-DD, both included. */
export interface StatementPeriod {
  date_from?: string;
  date_to: string;
}

/**
 * The lines of a period, and what was owed before it; below 0 where more had been paid.
 * @param entries of one account or several @throws invalid for more than `MOST_STATEMENT_LINES`
 */
export function inPeriod<E extends Pick<StatementEntry, 'date' | 'charged' | 'paid'>>(
  entries: readonly E[],
  { date_from = '', date_to }: StatementPeriod,
): { opening_balance: number; lines: E[] } {
  const before = entries.filter(({ date }) => date < date_from);
  const lines = entries.filter(({ date }) => date >= date_from && date <= date_to);
  if (lines.length > MOST_STATEMENT_LINES)
    throw invalid('date_from', messages.statementTooLong({ lines: lines.length, most: MOST_STATEMENT_LINES }));
  const opening_balance = money.add(0, ...before.map(({ charged, paid }) => money.add(charged ?? 0, -(paid ?? 0))));
  return { opening_balance, lines };
}

type Movement = Omit<StatementEntry, 'balance'> & {
  /** Orders the entries of one day. */
  place: string;
};

type Account = Pick<Statement, 'invoices' | 'payments' | 'credit_notes' | 'refunds'>;

/**
 * An account line by line, oldest first. A void, a cancellation and a credit note count on the day on which they are made, so
 * that a closed month stays as it was printed. The last balance is what is owed in all.
 */
export function statementEntries(account: Account): StatementEntry[] {
  let balance = 0;
  return movementsOf(account)
    .sort((a, b) => (`${a.date} ${a.place}` < `${b.date} ${b.place}` ? -1 : 1))
    .map(({ place: _, ...movement }) => {
      balance = money.add(balance, movement.charged ?? 0, -(movement.paid ?? 0));
      return { ...movement, balance };
    });
}

function movementsOf({ invoices, payments, credit_notes, refunds }: Account): Movement[] {
  const named = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const charges = invoices.map((invoice) => charge(invoice, invoice.created_at, invoice.amount, null, ''));
  const noted = grouped(credit_notes, ({ invoice_id }) => invoice_id);
  const cancelled = invoices.flatMap((invoice) => {
    if (!invoice.cancelled_at) return [];
    const left = money.add(invoice.amount, ...(noted.get(invoice.id) ?? []).map(({ amount }) => -amount));
    return [charge(invoice, invoice.cancelled_at, -left, statementWords.cancelled, ' cancelled')];
  });
  const credits = credit_notes.map(({ id, invoice_id, credit_note_number: number, created_at, amount }): Movement => {
    const description = named.get(invoice_id)?.invoice_number ?? '';
    const date = malaysianDay(created_at);
    const entry = { place: id, date, number, kind: statementWords.credit, description, period: null };
    return { ...entry, charged: -amount, paid: null };
  });
  const receipts = payments.flatMap((payment): Movement[] => {
    const { id, receipt_number: number, payment_date, payment_method, amount, voided_at } = payment;
    const entry = { number, description: payment_method ?? '', period: null, charged: null };
    const received = { ...entry, place: id, date: payment_date, kind: null, paid: amount };
    if (!voided_at) return [received];
    const date = malaysianDay(voided_at);
    return [received, { ...entry, place: `${id} void`, date, kind: statementWords.void, paid: -amount }];
  });
  const returned = refunds
    .filter(({ from_account }) => from_account > 0)
    .map(({ withdrawal_id, withdrawal_date: date, from_account }): Movement => {
      const refund = {
        place: withdrawal_id,
        date,
        number: '',
        kind: statementWords.refund,
        description: '',
        period: null,
      };
      return { ...refund, charged: null, paid: -from_account };
    });
  return [...charges, ...cancelled, ...credits, ...receipts, ...returned];
}

/** A charge of an invoice, or what takes it off. */
function charge(
  { id, invoice_number: number, fee_type, period }: Invoice,
  at: Date,
  charged: number,
  kind: Words | null,
  after: string,
): Movement {
  const entry = { place: `${id}${after}`, date: malaysianDay(at), number, kind, description: fee_type, period };
  return { ...entry, charged, paid: null };
}
