import { MAX_MONEY, fieldMessages, invalid, money, toRate } from '@usaha/shared';
import { messages } from '../messages.js';

/** What a line of a bill says. Prices are MYR without tax, rates percent. */
export interface BillItem {
  description: string;
  /** Whole units, from 1. */
  quantity: number;
  /** Below 0 on a line that is a discount. */
  unit_price: number;
  tax_rate: number;
}

/** A line of a bill that is made. */
export interface NewItem extends BillItem {
  /** Why a discount is given: a line below 0 has to say so. */
  reason?: string | null;
}

/** A line, a bill: what they come to in MYR, total = subtotal + tax_amount. */
export interface BillFigures {
  subtotal: number;
  tax_amount: number;
  total: number;
}

export type BilledItem = BillItem & BillFigures;

/**
 * A line of a bill: subtotal = quantity × unit_price, tax of the rounded subtotal, both half-up to the sen.
 * @param place of the line in its bill, from 0: what is wrong is blamed on it
 * @throws invalid; a price below 0 without a reason
 */
export function billedItem(
  { description, quantity, unit_price, tax_rate, reason }: NewItem,
  place: number,
): BilledItem {
  const field = `items.${place}`;
  const price = unit_price < 0 ? discount(`${field}.unit_price`, unit_price, reason) : unit_price;
  const kept = { unit_price: money.within(`${field}.unit_price`, price), tax_rate: toRate(tax_rate) };
  if (unit_price < 0) kept.unit_price = money.times(kept.unit_price, -1);
  const subtotal = money.times(kept.unit_price, quantity);
  const tax_amount = money.percent(subtotal, kept.tax_rate);
  const figures = bounded(`${field}.quantity`, { subtotal, tax_amount, total: money.add(subtotal, tax_amount) });
  return { description, quantity, ...kept, ...figures };
}

/** How much is taken off. @throws invalid without a reason */
function discount(field: string, unit_price: number, reason: string | null | undefined): number {
  if (!reason?.trim()) throw invalid(field, messages.discountWithoutReason());
  return -unit_price;
}

/** A bill: the sums of its lines. @throws invalid; for discounts beyond what is billed */
export function billFigures(items: readonly BillFigures[]): BillFigures {
  const sum = (of: keyof BillFigures): number => money.add(...items.map((item) => item[of]));
  const figures = { subtotal: sum('subtotal'), tax_amount: sum('tax_amount'), total: sum('total') };
  if (figures.subtotal < 0 || figures.tax_amount < 0) throw invalid('items', messages.discountsBeyondBill());
  return bounded('items', figures);
}

function bounded(field: string, figures: BillFigures): BillFigures {
  if (Math.abs(figures.total) > MAX_MONEY)
    throw invalid(field, fieldMessages.mustComeToNoMoreThan({ field, most: MAX_MONEY }));
  return figures;
}
