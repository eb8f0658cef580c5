import type { DocumentFact, SalesDocument } from '@usaha/core';
import { money } from '@usaha/shared';
import { documentWords } from '../messages.js';
import type { PaymentEntry } from '../sale/sale-payment.entity.js';
import type { SaleRefund } from '../sale/sale-refund.entity.js';
import type { Sale } from '../sale/sale.entity.js';

const sumOf = (entries: readonly PaymentEntry[], of: 'amount' | 'rounding' | 'tendered' | 'change_given'): number =>
  money.add(0, ...entries.map((entry) => entry[of] ?? 0));

/** null where nothing was rounded. */
const roundingOf = (entries: readonly PaymentEntry[]): number | null => sumOf(entries, 'rounding') || null;

/** What changed hands: an amount with its rounding. */
const handed = ({ amount, rounding }: PaymentEntry): number => money.add(amount, rounding);

/** What an invoice says of payments that are kept one by one: those at the sale, and what was owed then. */
export function paidOf(
  sale: Sale,
): Pick<SalesDocument, 'rounding' | 'payable' | 'payment_method' | 'tendered' | 'paid_so_far'> {
  const made = sale.entries.filter(({ kind }) => kind === 'sale');
  const paid = made.filter(({ is_owed }) => !is_owed);
  const rounding = roundingOf(paid);
  const payable = money.add(sale.total, rounding ?? 0);
  const isPaidAtOnce = made.length === 1 && paid.length === 1;
  const tendered = paid.filter((entry) => entry.tendered !== null);
  return {
    rounding,
    payable,
    payment_method: isPaidAtOnce ? sale.payment_method : null,
    tendered:
      tendered.length === 0 ? null : { amount: sumOf(tendered, 'tendered'), change: sumOf(tendered, 'change_given') },
    paid_so_far: isPaidAtOnce
      ? null
      : {
          payments: paid.map((entry) => ({
            number: '',
            paid_at: sale.sold_at,
            payment_method: entry.method,
            amount: handed(entry),
          })),
          balance: money.add(payable, -money.add(0, ...paid.map(handed))),
        },
  };
}

/** What the credit note of such a sale says: what was paid out by which method, and what is owed no more. */
export function paidOutOf(
  sale: Sale,
  { position, credited }: SaleRefund,
): Pick<SalesDocument, 'rounding' | 'payable' | 'payment_method'> & { facts: DocumentFact[] } {
  let event = 0;
  const out = sale.entries
    .filter(({ kind }) => kind === 'refund' || kind === 'void')
    .filter(({ opens, is_owed }) => (event += opens ? 1 : 0) === position && !is_owed);
  const [first, ...others] = out;
  const parts = out.map((entry) => `${entry.method ?? '–'} ${(-handed(entry)).toFixed(2)}`).join(', ');
  return {
    rounding: out.length === 0 ? null : money.add(0, -(roundingOf(out) ?? 0)) || null,
    payable: money.add(0, ...out.map((entry) => -handed(entry))),
    payment_method: others.length === 0 ? (first?.method ?? null) : null,
    facts: [
      ...(others.length === 0 ? [] : [{ label: documentWords.refundedBy, value: parts }]),
      ...(credited === 0 ? [] : [{ label: documentWords.credited, value: `MYR ${credited.toFixed(2)}` }]),
    ],
  };
}
