import { fromSen, money, toSen } from '@usaha/shared';
import { taxWithin } from '../payment/line-arithmetic.js';
import type { SoldSessions } from './sold-package.entity.js';

/** What of the sessions of a package the price is shared by. */
export type SharedSessions = Pick<SoldSessions, 'total' | 'list_price'>;

/** Rounded sums of the price up to a session, in sen: by list prices, or equally where all of these are 0. */
class PriceShared {
  private readonly weights: bigint[];
  private readonly whole: bigint;

  constructor(
    private readonly price: bigint,
    private readonly sessions: readonly SharedSessions[],
  ) {
    const isFree = sessions.every(({ total, list_price }) => total === 0 || list_price === 0);
    this.weights = sessions.map(({ list_price }) => (isFree ? 1n : toSen(list_price)));
    this.whole = sessions.reduce((sum, { total }, i) => sum + BigInt(total) * (this.weights[i] as bigint), 0n);
  }

  /** What all sessions up to the nth of a service are worth together, half-up. @param at the place of the service */
  upTo(at: number, nth: number): bigint {
    if (this.whole === 0n) return 0n;
    const before = this.sessions
      .slice(0, at)
      .reduce((sum, { total }, i) => sum + BigInt(total) * (this.weights[i] as bigint), 0n);
    const running = before + BigInt(nth) * (this.weights[at] as bigint);
    return (2n * this.price * running + this.whole) / (2n * this.whole);
  }
}

/**
 * What the next session of a service is worth: its part of the package's price, which is shared over all sessions by the services' list
 * prices, as the differences of the half-up rounded running sums (A-352). So all sessions together are worth the price, and none is worth
 * less than 0. @param price MYR
 */
export function worthOf<S extends SharedSessions & { remaining: number }>(
  price: number,
  sessions: readonly S[],
  next: S,
): number {
  const shared = new PriceShared(toSen(price), sessions);
  const at = sessions.indexOf(next);
  const nth = next.total - next.remaining + 1;
  return fromSen(shared.upTo(at, nth) - shared.upTo(at, nth - 1));
}

/** The part of the price that each service has, MYR. */
export function partsOf(price: number, sessions: readonly SharedSessions[]): number[] {
  const shared = new PriceShared(toSen(price), sessions);
  return sessions.map(({ total }, at) => fromSen(shared.upTo(at, total) - shared.upTo(at, 0)));
}

/** The SST within those parts, MYR. */
export const taxesOfSessions = (
  price: number,
  sessions: readonly (SharedSessions & { tax_rate: number })[],
): number[] => partsOf(price, sessions).map((part, at) => taxWithin(part, sessions[at]?.tax_rate ?? 0));

/**
 * The SST within the parts of a refund, MYR: no more than is left of the package's, and all of that, as far as the taxed parts hold it,
 * where nothing of the price remains. @param rates percent, of each part @param left MYR
 */
export function taxesOfRefund(
  parts: readonly number[],
  rates: readonly number[],
  { left, isLast }: { left: number; isLast: boolean },
): number[] {
  let rest = left;
  const take = (most: number): number => {
    const taken = Math.min(rest, most);
    rest = money.add(rest, -taken);
    return taken;
  };
  const taxes = parts.map((part, i) => take(taxWithin(part, rates[i] ?? 0)));
  const more = (tax: number, i: number): number => (rates[i] ? take(money.add(parts[i] ?? 0, -tax)) : 0);
  return isLast ? taxes.map((tax, i) => money.add(tax, more(tax, i))) : taxes;
}
