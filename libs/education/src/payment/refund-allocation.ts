import { money } from '@usaha/shared';
import type { EducationPayment } from './payment.entity.js';
import type { PaymentRefund } from './payment-refund.entity.js';

/** An entry for the ledger of refunds. */
export type Refunded = Pick<PaymentRefund, 'position' | 'payment_id' | 'withdrawal_id' | 'amount'>;

/** What a refund takes from a payment, or gives back to it. The payment is changed by it. */
export function refund(payment: EducationPayment, withdrawal_id: string, amount: number): Refunded {
  payment.refund(amount);
  return { position: payment.refunds, payment_id: payment.id, withdrawal_id, amount };
}

/** What a refund takes from payments that settled nothing yet, the oldest first. What exceeds them is taken from none. */
export function takeRefund(payments: readonly EducationPayment[], withdrawal_id: string, wanted: number): Refunded[] {
  const entries: Refunded[] = [];
  let open = wanted;
  for (const payment of [...payments].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const amount = Math.min(payment.rest, open);
    if (amount <= 0) continue;
    entries.push(refund(payment, withdrawal_id, amount));
    open = money.add(open, -amount);
  }
  return entries;
}
