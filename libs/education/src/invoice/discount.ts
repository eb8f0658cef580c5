import { invalid, money, toRate } from '@usaha/shared';
import { messages } from '../messages.js';

/** What an invoice line may take off, with the reason that is printed: exactly one of amount and percent. */
export interface NewDiscount {
  /** In the currency of the fee. */
  amount?: number | null;
  /** Of what the scholarship leaves, 0 to 100. */
  percent?: number | null;
  reason: string;
}

/** A discount of an invoice, as it was taken. */
export interface Discount {
  reason: string;
  /** null where an amount was agreed. */
  percent: number | null;
  /** In the currency of the invoice: what it took off. */
  amount: number;
}

/** @throws invalid for both or none of amount and percent, and for an amount beyond the fee */
export function checkDiscount({ amount, percent }: NewDiscount, fee_amount: number): void {
  if (typeof amount === 'number' ? typeof percent === 'number' : typeof percent !== 'number')
    throw invalid('discount', messages.discountExactlyOne());
  if (typeof amount === 'number' && money.round(amount) > fee_amount)
    throw invalid('discount.amount', messages.discountBeyondFee({ fee_amount }));
}

/** What discounts take off an amount, one after the other: each a part of what is left, and never more than that. */
export function discountsOf(discounts: readonly NewDiscount[], amount: number): Discount[] {
  let left = amount;
  return discounts.map(({ reason, percent = null, amount: agreed }) => {
    const rate = percent === null ? null : toRate(percent);
    const wanted = rate === null ? money.round(agreed ?? 0) : money.percent(left, rate);
    const taken = Math.min(wanted, left);
    left = money.add(left, -taken);
    return { reason: reason.trim(), percent: rate, amount: taken };
  });
}
