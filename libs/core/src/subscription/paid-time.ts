import { fromSen, money, toSen } from '@usaha/shared';
import type { BillingCycle } from './plans.js';
import { mostTerms, termEnd } from './term.js';

/** Time that was paid: what it cost, and when it runs. */
export interface PaidPeriod {
  /** In ringgit or the subscription's currency, to the sen. */
  value: number;
  from: Date;
  to: Date;
}

/** The value of paid time that is unused at an instant: by milliseconds, to the sen, half-up. */
export function unusedValue({ value, from, to }: PaidPeriod, now: Date): number {
  if (now >= to) return 0;
  if (now <= from) return value;
  return money.share(value, to.getTime() - now.getTime(), to.getTime() - from.getTime());
}

/** What unused value buys at another price: until when it runs, and what no term is long enough for. */
export interface CarriedTime {
  value: number;
  until: Date;
  /** Beyond a thousand years. */
  rest: number;
}

/**
 * The time that a value buys at the price of a cycle, from an instant on: the same part of the cycle that begins then, rounded up
 * to whole seconds. It is at least a second: no change makes a subscription expire.
 * @param price of one cycle, above 0 @param cycle one with an end
 */
export function timeBought(value: number, price: number, cycle: BillingCycle, now: Date): CarriedTime {
  const most = money.times(price, mostTerms[cycle]);
  const spent = Math.min(value, most);
  const end = termEnd(now, cycle, 1);
  if (!end) throw new Error('A cycle without an end has no length');
  const length = BigInt(end.getTime() - now.getTime());
  const perSecond = toSen(price) * 1_000n;
  const seconds = (toSen(spent) * length + perSecond - 1n) / perSecond;
  const until = new Date(now.getTime() + Math.max(1, Number(seconds)) * 1_000);
  return { value: spent, until, rest: fromSen(toSen(value) - toSen(spent)) };
}

/**
 * Paid time after a part of its value was taken back: the same part of the time that has not run, rounded up to whole seconds, so
 * that it never ends later than before.
 * @param unused value of the time from `now` to `to`, above 0 @param left of it, above 0 and not above `unused`
 */
export function timeLeft({ unused, left, to }: { unused: number; left: number; to: Date }, now: Date): CarriedTime {
  const length = BigInt(to.getTime() - now.getTime());
  const perSecond = toSen(unused) * 1_000n;
  const seconds = (toSen(left) * length + perSecond - 1n) / perSecond;
  const until = new Date(Math.min(to.getTime(), now.getTime() + Number(seconds) * 1_000));
  return { value: left, until, rest: 0 };
}
