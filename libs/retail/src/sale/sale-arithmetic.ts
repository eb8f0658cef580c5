import { MAX_MONEY, fieldMessages, invalid, money, toRate, toSen } from '@usaha/shared';

/** What a line's figures are worked out from. Prices are MYR without tax, rates percent. */
export interface PricedLine {
  quantity: number;
  unit_price: number;
  discount_rate: number;
  tax_rate: number;
}

/** A line's figures in MYR. */
export interface LineFigures {
  /** quantity × unit_price */
  gross: number;
  /** After the discount. */
  subtotal: number;
  tax_amount: number;
  total: number;
}

/** A sale's figures in MYR: total = subtotal − discount_amount + tax_amount. */
export interface SaleFigures {
  subtotal: number;
  discount_amount: number;
  tax_amount: number;
  total: number;
}

/**
 * A line (specification 2, "Sale (response)"): subtotal = quantity × unit_price × (1 − discount_rate / 100), rounded
 * half-up to the sen; tax from the rounded subtotal; total = subtotal + tax.
 * @param field what an amount that is too large is blamed on @throws invalid
 */
export function lineFigures({ quantity, unit_price, discount_rate, tax_rate }: PricedLine, field: string): LineFigures {
  const gross = money.times(unit_price, quantity);
  const subtotal = money.percent(gross, toRate(100 - discount_rate));
  const tax_amount = money.percent(subtotal, tax_rate);
  return bounded(field, { gross, subtotal, tax_amount, total: money.add(subtotal, tax_amount) });
}

/** A sale: its subtotal is before discounts, so that its total is also the sum of the lines' totals (A-88). @throws invalid (A-174) */
export function saleFigures(lines: readonly LineFigures[]): SaleFigures {
  const sum = (of: (line: LineFigures) => number): number => money.add(...lines.map(of));
  const subtotal = sum((line) => line.gross);
  const tax_amount = sum((line) => line.tax_amount);
  const total = sum((line) => line.total);
  const discount_amount = money.add(subtotal, tax_amount, -total);
  return bounded('items', { subtotal, discount_amount, tax_amount, total });
}

function bounded<F extends object>(field: string, figures: F): F {
  for (const amount of Object.values(figures) as number[])
    if (amount > MAX_MONEY) throw invalid(field, fieldMessages.mustComeToNoMoreThan({ field, most: MAX_MONEY }));
  return figures;
}

/** A rate counts with four decimals, as those in percent do. */
const POINTS_SCALE = 10_000;

/**
 * Loyalty points that a sale earns: the rate per ringgit before tax, rounded down.
 * @param net the sale after discounts, before tax, in MYR
 */
export const pointsEarned = (net: number, per_ringgit: number): number =>
  Number((toSen(net) * BigInt(Math.round(per_ringgit * POINTS_SCALE))) / BigInt(POINTS_SCALE * 100));
