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

/** Codes of discounts that follow a rule, in the place of a reason; documents say them in words. */
export const RULED = { partOfPeriod: 'part_of_period', sibling: 'sibling_discount' } as const;

/** The part of a period for which a fee is asked: a number of its days. */
export interface PartOfPeriod {
  reason: typeof RULED.partOfPeriod;
  days: number;
  of: number;
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
export function discountsOf(discounts: readonly (NewDiscount | PartOfPeriod)[], amount: number): Discount[] {
  let left = amount;
  return discounts.map((discount) => {
    const [percent, wanted] = wantedOf(discount, left);
    const taken = Math.min(wanted, left);
    left = money.add(left, -taken);
    return { reason: discount.reason.trim(), percent, amount: taken };
  });
}

/** @returns the percentage, null where there is none, and what is to be taken off */
function wantedOf(discount: NewDiscount | PartOfPeriod, left: number): [percent: number | null, amount: number] {
  if ('of' in discount) return [null, money.add(left, -money.share(left, discount.days, discount.of))];
  const { percent = null, amount } = discount;
  if (percent === null) return [null, money.round(amount ?? 0)];
  return [toRate(percent), money.percent(left, toRate(percent))];
}
