import { fromSen, money, toSen } from '@usaha/shared';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';

/** What a line asks for before and after what is taken off. */
export type PricedLine = Pick<AppointmentLine, 'price' | 'discount' | 'sold_package_id'>;

/** The amount due for a line, in MYR: its price less what policies take off; nothing where a package pays for it. */
export const dueOf = ({ price, discount, sold_package_id }: PricedLine): number =>
  sold_package_id === null ? money.add(price, -discount) : 0;

/** What sold packages pay of an appointment, in MYR. */
export const coveredBy = (lines: readonly PricedLine[]): number =>
  money.add(...lines.filter(({ sold_package_id }) => sold_package_id !== null).map(({ price }) => price));

/**
 * An amount shared over the lines by what each is due, all due nothing by price, without prices equally: the differences of
 * the half-up rounded running sums, so that no sen is lost and no share is negative. @param total MYR, 0 or more
 */
export function sharesOf(total: number, lines: readonly PricedLine[]): number[] {
  const dues = lines.map((line) => toSen(dueOf(line)));
  return shared(total, dues.some((due) => due > 0n) ? dues : lines.map(({ price }) => toSen(price)));
}

/** An amount shared by what is left of each part, in the same way. @param left MYR, each 0 or more */
export const sharesByRest = (total: number, left: readonly number[]): number[] => shared(total, left.map(toSen));

function shared(total: number, wanted: readonly bigint[]): number[] {
  const weights = wanted.some((weight) => weight > 0n) ? wanted : wanted.map(() => 1n);
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const sen = toSen(total);
  let [running, before] = [0n, 0n];
  return weights.map((weight) => {
    running += weight;
    const upTo = (2n * sen * running + whole) / (2n * whole);
    const share = upTo - before;
    before = upTo;
    return fromSen(share);
  });
}

/** Decimals of a rate. */
const SCALE = 10_000;

/** The tax within an amount: share × rate / (100 + rate), half-up. @param rate percent */
export function taxWithin(share: number, rate: number): number {
  const parts = Math.round(rate * SCALE);
  return money.share(share, parts, 100 * SCALE + parts);
}

/** What a member earns by a line: a percentage of the share without its tax, half-up. @param rate percent, null is none */
export const commissionOf = (share: number, tax: number, rate: number | null): number =>
  money.percent(money.add(share, -tax), rate ?? 0);
