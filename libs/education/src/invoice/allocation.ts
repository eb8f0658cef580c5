import { grouped, money } from '@usaha/shared';
import type { EducationPayment } from '../payment/payment.entity.js';
import { openParts } from './instalments.js';
import type { Invoice } from './invoice.entity.js';
import type { InvoiceSettlement } from './settlement.entity.js';

/** An entry for the ledger of settlements. */
export type Settled = Pick<InvoiceSettlement, 'position' | 'invoice_id' | 'payment_id' | 'amount'>;

/** What a payment settled of an invoice, or takes back of it. Both are changed by it. */
export function settle(payment: EducationPayment, invoice: Invoice, amount: number): Settled {
  payment.spend(amount);
  invoice.settle(amount);
  return { position: invoice.settlements, invoice_id: invoice.id, payment_id: payment.id, amount };
}

const fits = (payment: EducationPayment, invoice: Invoice): boolean =>
  invoice.student_id === payment.student_id && invoice.currency === payment.currency;

/** A part of an invoice that is to be paid. */
interface OpenPart {
  invoice: Invoice;
  due_date: string;
  amount: number;
}

/** Which of two is due first; of two of one day, which invoice was made first. */
const byDueDate = (a: OpenPart, b: OpenPart): number =>
  compare(a.due_date, b.due_date) || compare(a.invoice.id, b.invoice.id);

/** The open parts of invoices, in the order in which they are due. */
const partsOf = (invoices: readonly Invoice[]): OpenPart[] =>
  invoices
    .flatMap((invoice) => openParts(invoice).map((part) => ({ invoice, ...part })))
    .filter(({ amount }) => amount > 0)
    .sort(byDueDate);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * What payments settle of invoices of the same student, in the same currency: the oldest payment first, each what is due first, of
 * an invoice that is paid in parts part by part. A payment that names a fee is meant for it: it settles that fee's invoices
 * first, and with what is left the others. No invoice is settled beyond its amount, and no payment spent beyond its own.
 */
export function allocate(payments: readonly EducationPayment[], invoices: readonly Invoice[]): Settled[] {
  const entries: Settled[] = [];
  const owed = invoices.filter(({ balance }) => balance > 0);
  for (const payment of [...payments].sort((a, b) => compare(a.id, b.id))) {
    const isFor = (invoice: Invoice): boolean => invoice.fee_id === payment.fee_id;
    const fitting = owed.filter((invoice) => fits(payment, invoice));
    const parts = [
      ...partsOf(fitting.filter((invoice) => isFor(invoice))),
      ...partsOf(fitting.filter((invoice) => !isFor(invoice))),
    ];
    const shares = new Map<Invoice, number>();
    let rest = payment.rest;
    for (const { invoice, amount } of parts) {
      const share = Math.min(rest, amount);
      if (share <= 0) continue;
      rest = money.add(rest, -share);
      shares.set(invoice, money.add(shares.get(invoice) ?? 0, share));
    }
    for (const [invoice, amount] of shares) entries.push(settle(payment, invoice, amount));
  }
  return entries;
}

/**
 * Takes back what payments settled of an invoice until an amount is free, the newest payment first.
 * @param settled what each payment settles of it now, by id
 */
export function release(
  payments: readonly EducationPayment[],
  invoice: Invoice,
  settled: ReadonlyMap<string, number>,
  wanted: number,
): Settled[] {
  const entries: Settled[] = [];
  let open = wanted;
  for (const payment of [...payments].sort((a, b) => compare(b.id, a.id))) {
    const amount = Math.min(settled.get(payment.id) ?? 0, open);
    if (amount <= 0) continue;
    entries.push(settle(payment, invoice, -amount));
    open = money.add(open, -amount);
  }
  return entries;
}

/** What payments of several students settle of their invoices, each as `allocate` has it. */
export function allocateAll(payments: readonly EducationPayment[], invoices: readonly Invoice[]): Settled[] {
  const owed = grouped(invoices, studentOf);
  return [...grouped(payments, studentOf)].flatMap(([student_id, paid]) => allocate(paid, owed.get(student_id) ?? []));
}

const studentOf = ({ student_id }: { student_id: string }): string => student_id;
