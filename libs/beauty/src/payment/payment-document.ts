import {
  payableOf,
  taxesOf,
  type Buyer,
  type DocumentFact,
  type DocumentLine,
  type SalesDocument,
  type Seller,
} from '@usaha/core';
import { money } from '@usaha/shared';
import { isCash } from '@usaha/shared/malaysia';
import type { AppointmentPayment, RefundedLine } from './appointment-payment.entity.js';
import { taxWithin } from './line-arithmetic.js';
import { documentWords } from './payment.messages.js';

/** The records that printing an entry of a ledger of payments needs. */
export interface PaymentSources {
  seller: Seller;
  buyer: Buyer | null;
  is_reprinted: boolean;
  /** All entries of the same record, oldest first. */
  entries: readonly AppointmentPayment[];
  /** The number of the invoice that it belongs to; null where there is none. */
  invoice: string | null;
  /** What it was paid for, as it is printed. */
  subject: string;
}

type Entry = Pick<AppointmentPayment, 'kind' | 'amount' | 'payment_method' | 'position'>;

const signed = ({ kind, amount }: Entry): number => (kind === 'refund' ? -amount : amount);

/** Net cash of a record before one of its entries, MYR: all of it together is rounded to five sen. */
const cashBefore = (entry: Entry, entries: readonly Entry[]): number =>
  money.add(
    0,
    ...entries
      .filter(
        ({ position, kind, payment_method }) => position < entry.position && kind !== 'tip' && isCash(payment_method),
      )
      .map(signed),
  );

/** What changed hands for an entry: in cash whole five sen, a tip as it was given. */
export function changedHands(entry: Entry, entries: readonly Entry[]): Pick<SalesDocument, 'rounding' | 'payable'> {
  const { kind, amount, payment_method } = entry;
  if (kind === 'tip' || !isCash(payment_method)) return { rounding: null, payable: amount };
  const before = cashBefore(entry, entries);
  if (kind === 'payment') return payableOf(amount, payment_method, before);
  const rest = money.add(before, -amount);
  // A refund beyond the cash that was taken is rounded by itself.
  if (rest < 0) return payableOf(amount, payment_method);
  const { rounding } = payableOf(amount, payment_method, rest);
  return { rounding, payable: money.add(amount, rounding ?? 0) };
}

/** The receipt of one payment, or the credit note of one refund, which names the invoice. */
export function paymentDocument(payment: AppointmentPayment, sources: PaymentSources): SalesDocument {
  const { seller, buyer, is_reprinted, invoice, subject, entries } = sources;
  const { id, kind, receipt_number, created_at, amount, balance, payment_method, notes } = payment;
  const isRefund = kind === 'refund';
  const lines = isRefund ? creditedLines(payment, subject, seller) : [lineOf(subject, amount)];
  const taxed = lines.filter(({ tax_amount }) => tax_amount > 0);
  return {
    kind: isRefund ? 'credit_note' : 'receipt',
    record_id: id,
    number: receipt_number,
    source: isRefund ? { module: 'beauty', kind: 'refund', id, dated_at: created_at } : null,
    refers_to: invoice,
    issued_at: created_at,
    currency: 'MYR',
    seller,
    buyer,
    lines,
    subtotal: amount,
    discount_amount: 0,
    taxes: taxesOf(taxed.map((line) => ({ ...line, subtotal: money.add(line.total, -line.tax_amount) }))),
    taxes_within: true,
    tax_amount: money.add(0, ...taxed.map(({ tax_amount }) => tax_amount)),
    total: amount,
    ...changedHands(payment, entries),
    payment_method,
    facts: kind === 'payment' ? factsOf(balance) : [],
    due_date: null,
    paid_so_far: null,
    is_cancelled: false,
    is_reprinted,
    // Notes of a payment are the salon's; the reason of a refund is the client's, too.
    notes: isRefund ? notes : null,
  };
}

const factsOf = (balance: number): DocumentFact[] =>
  balance > 0 ? [{ label: documentWords.balance, value: `RM ${balance.toFixed(2)}` }] : [];

/** A refund from before says of no line what it gave back. */
function creditedLines({ lines, amount }: AppointmentPayment, subject: string, seller: Seller): DocumentLine[] {
  if (!lines || lines.length === 0) return [lineOf(subject, amount)];
  const isTaxed = seller.sst_registration_number !== null;
  const taxOf = ({ amount: part, tax_rate, tax_amount }: RefundedLine): number =>
    tax_amount ?? (isTaxed ? taxWithin(part, tax_rate) : 0);
  return lines.map((line) => ({
    ...lineOf(line.description, line.amount),
    unit_price: null,
    tax_rate: line.tax_rate,
    tax_amount: taxOf(line),
  }));
}

const lineOf = (description: string, amount: number): DocumentLine => ({
  description,
  sku: null,
  quantity: 1,
  unit_price: amount,
  discount_rate: 0,
  tax_rate: 0,
  subtotal: amount,
  tax_amount: 0,
  total: amount,
});
