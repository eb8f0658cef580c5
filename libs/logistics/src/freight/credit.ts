import { invalid, money } from '@usaha/shared';
import { messages } from '../messages.js';
import type { FreightLine } from './charges.js';

/** A part of a line that is to be credited, MYR, tax included. */
export interface LineCredit {
  /** The line's place in the invoice, from 0. */
  line: number;
  amount: number;
}

/** What of a line is credited: amount = subtotal + tax_amount. */
export interface CreditedLine extends LineCredit {
  subtotal: number;
  tax_amount: number;
}

/** Some lines, an amount of the whole invoice, or all that is left of it. */
export type Credit = { lines: readonly LineCredit[] } | { amount: number } | 'all';

const sen = (amount: number): number => Math.round(amount * 100);
const sum = (amounts: readonly number[]): number => money.add(...amounts);

/**
 * Credits a part of an invoice. The tax of a line is credited in its proportion by rounded running sums, so that a line that is
 * credited whole has all of its tax credited, to the sen.
 * @param before what earlier credit notes credited
 * @throws invalid for more than is left of the invoice or a line
 */
export function creditedLines(
  lines: readonly FreightLine[],
  before: readonly CreditedLine[],
  credit: Credit,
): CreditedLine[] {
  const credited = lines.map((_, line) => {
    const of = before.filter((one) => one.line === line);
    return { amount: sum(of.map(({ amount }) => amount)), tax: sum(of.map(({ tax_amount }) => tax_amount)) };
  });
  const left = lines.map(({ amount }, line) => money.add(amount, -(credited[line]?.amount ?? 0)));
  return partsOf(left, credit).flatMap((amount, line) => {
    const [of, already] = [lines[line], credited[line]];
    if (amount === 0 || !of || !already) return [];
    const tax = money.share(of.tax_amount, sen(money.add(already.amount, amount)), sen(of.amount));
    const tax_amount = money.add(tax, -already.tax);
    return [{ line, amount, tax_amount, subtotal: money.add(amount, -tax_amount) }];
  });
}

function partsOf(left: readonly number[], credit: Credit): readonly number[] {
  if (credit === 'all') return left;
  if ('lines' in credit) return partsOfLines(left, credit.lines);
  const [amount, rest] = [money.round(credit.amount), sum(left)];
  if (amount > rest) throw beyond('amount', amount, rest);
  return dividedAmong(left, amount);
}

/** Divides an amount among the lines by what is left of each: rounded running sums, so that no part exceeds its line. */
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

function partsOfLines(left: readonly number[], credits: readonly LineCredit[]): number[] {
  const parts = left.map(() => 0);
  credits.forEach(({ line, amount: sent }, i) => {
    const most = left[line];
    if (most === undefined)
      throw invalid(`lines.${i}.line`, messages.creditLineUnknown({ line, last: left.length - 1 }));
    if (parts[line] !== 0) throw invalid(`lines.${i}.line`, messages.creditLineTwice({ line }));
    const amount = money.round(sent);
    if (amount > most) throw beyond(`lines.${i}.amount`, amount, most);
    parts[line] = amount;
  });
  return parts;
}

const beyond = (field: string, amount: number, rest: number): Error =>
  invalid(field, messages.creditBeyondRest({ amount: amount.toFixed(2), rest: rest.toFixed(2) }));
