import { invalid, money } from '@usaha/shared';
import type { BilledItem } from './bill-arithmetic.js';
import { messages } from '../messages.js';

/** What of a line of a bill is credited, in MYR: amount = subtotal + tax_amount. */
export interface CreditedItem {
  /** The line's place in its bill, from 0. */
  line: number;
  tax_rate: number;
  subtotal: number;
  tax_amount: number;
  amount: number;
}

/** What a client wants to be credited of a line; the amount is with tax. */
export interface CreditedLine {
  line: number;
  amount: number;
}

const sum = (amounts: readonly number[]): number => money.add(...amounts);
const sen = (amount: number): number => Math.round(amount * 100);

/** Of each line of a bill, what earlier credit notes credited of it. */
function creditedBefore(items: readonly BilledItem[], before: readonly CreditedItem[]) {
  return items.map((_, line) => {
    const of = before.filter((item) => item.line === line);
    return { amount: sum(of.map(({ amount }) => amount)), tax_amount: sum(of.map((item) => item.tax_amount)) };
  });
}

/**
 * Divides an amount among the lines by what is left of each: rounded running sums, so that the parts come to the amount and no
 * part exceeds its line. @param left of each line, in MYR; their sum is at least the amount
 */
function dividedAmong(left: readonly number[], amount: number): number[] {
  const whole = sen(sum(left));
  let [reached, given] = [0, 0];
  return left.map((of) => {
    reached = money.add(reached, of);
    const upTo = money.share(amount, sen(reached), whole);
    const part = money.add(upTo, -given);
    given = upTo;
    return part;
  });
}

/** @throws invalid for a line that is not there or named twice, a discount line, and more than is left of a line */
function ofLines(lines: readonly CreditedLine[], left: readonly number[]): number[] {
  const parts = left.map(() => 0);
  lines.forEach(({ line, amount }, i) => {
    const most = left[line];
    if (most === undefined)
      throw invalid(`lines.${i}.line`, messages.creditLineUnknown({ line, last: left.length - 1 }));
    if (parts[line] !== 0) throw invalid(`lines.${i}.line`, messages.creditLineTwice({ line }));
    const kept = money.round(amount);
    if (kept <= 0) throw invalid(`lines.${i}.amount`, messages.amountTooSmall({ amount }));
    if (kept > most)
      throw invalid(`lines.${i}.amount`, messages.creditBeyondRest({ amount: kept, rest: Math.max(most, 0) }));
    parts[line] = kept;
  });
  return parts;
}

/** The part to credit: some lines, an amount of the whole bill, or all that is left of it. */
export type Credit = { lines: readonly CreditedLine[] } | { amount: number } | 'all';

/**
 * Credits a part of a bill. The tax of a line is credited in its proportion by running sums, so that a line that is credited whole has
 * all of its tax credited, to the sen.
 * @param before what earlier credit notes credited
 * @throws invalid for more than is left of the bill or a line
 */
export function creditedItems(
  items: readonly BilledItem[],
  before: readonly CreditedItem[],
  credit: Credit,
): CreditedItem[] {
  const credited = creditedBefore(items, before);
  const left = items.map(({ total }, line) => money.add(total, -(credited[line]?.amount ?? 0)));
  const rest = sum(left);
  const parts = partsOf(left, rest, credit);
  // Discounts are lines below 0: single lines may come to more than the bill does.
  const amount = sum(parts);
  if (amount > rest) throw invalid('lines', messages.creditBeyondRest({ amount, rest }));
  return items.flatMap((item, line) => {
    const part = parts[line] ?? 0;
    const already = credited[line] ?? { amount: 0, tax_amount: 0 };
    const reached = money.add(already.amount, part);
    const { tax_rate, total } = item;
    // A line and what is credited of it have the same sign.
    const tax = total === 0 ? 0 : money.share(item.tax_amount, Math.abs(sen(reached)), Math.abs(sen(total)));
    const tax_amount = money.add(tax, -already.tax_amount);
    return part === 0 ? [] : [{ line, tax_rate, subtotal: money.add(part, -tax_amount), tax_amount, amount: part }];
  });
}

function partsOf(left: readonly number[], rest: number, credit: Credit): readonly number[] {
  if (credit === 'all') return left;
  if ('lines' in credit) return ofLines(credit.lines, left);
  const amount = money.round(credit.amount);
  if (amount <= 0) throw invalid('amount', messages.amountTooSmall({ amount: credit.amount }));
  if (amount > rest) throw invalid('amount', messages.creditBeyondRest({ amount, rest }));
  return dividedAmong(left, amount);
}
