import { money, toRate } from '@usaha/shared';

/** The charged amount, MYR, tax included. */
export interface Charge {
  /** null is the carriage itself. */
  description: string | null;
  amount: number;
}

/** A charge with the tax in it: amount = subtotal + tax_amount. */
export interface FreightLine extends Charge {
  subtotal: number;
  tax_amount: number;
}

/** What charges come to. */
export interface SharedOut {
  /** Each to the sen. */
  lines: FreightLine[];
  subtotal: number;
  tax_amount: number;
  total: number;
}

/** Decimals of a rate. */
const SCALE = 10_000;

/** The tax within an amount: amount × rate / (100 + rate), half-up. @param rate percent */
export function taxWithin(amount: number, rate: number): number {
  const parts = Math.round(toRate(rate) * SCALE);
  return money.share(amount, parts, 100 * SCALE + parts);
}

/**
 * The tax is that of the whole, and each line has the part by which it rises with it: no sen is lost, and a line's is within one
 * sen of its share.
 * @param rate percent, within the charges @throws invalid for charges that come to more than can be kept
 */
export function shareOut(charges: readonly Charge[], rate: number): SharedOut {
  const lines: FreightLine[] = [];
  let [total, tax] = [0, 0];
  for (const { description, amount: sent } of charges) {
    const [before, amount] = [tax, money.round(sent)];
    total = money.within('charges', money.add(total, amount));
    tax = taxWithin(total, rate);
    const tax_amount = money.add(tax, -before);
    lines.push({ description, amount, tax_amount, subtotal: money.add(amount, -tax_amount) });
  }
  return { lines, total, tax_amount: tax, subtotal: money.add(total, -tax) };
}
