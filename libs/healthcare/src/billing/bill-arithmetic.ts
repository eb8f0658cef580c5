import { MAX_MONEY, fieldMessages, invalid, money, toRate } from '@usaha/shared';

/** What a line of a bill says. Prices are MYR without tax, rates percent. */
export interface BillItem {
  description: string;
  /** Whole units, from 1. */
  quantity: number;
  unit_price: number;
  tax_rate: number;
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
 * @param place of the line in its bill, from 0: what is wrong is blamed on it @throws invalid
 */
export function billedItem({ description, quantity, unit_price, tax_rate }: BillItem, place: number): BilledItem {
  const field = `items.${place}`;
  const kept = { unit_price: money.within(`${field}.unit_price`, unit_price), tax_rate: toRate(tax_rate) };
  const subtotal = money.times(kept.unit_price, quantity);
  const tax_amount = money.percent(subtotal, kept.tax_rate);
  const figures = bounded(`${field}.quantity`, { subtotal, tax_amount, total: money.add(subtotal, tax_amount) });
  return { description, quantity, ...kept, ...figures };
}

/** A bill: the sums of its lines. @throws invalid */
export function billFigures(items: readonly BillFigures[]): BillFigures {
  const sum = (of: keyof BillFigures): number => money.add(...items.map((item) => item[of]));
  return bounded('items', { subtotal: sum('subtotal'), tax_amount: sum('tax_amount'), total: sum('total') });
}

function bounded(field: string, figures: BillFigures): BillFigures {
  if (figures.total > MAX_MONEY) throw invalid(field, fieldMessages.mustComeToNoMoreThan({ field, most: MAX_MONEY }));
  return figures;
}
