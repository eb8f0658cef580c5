import type { Setting } from '@usaha/core';
import { money, toRate } from '@usaha/shared';
import { RINGGIT } from '../fee/currency.js';

/** What an invoice that is not paid in time costs in addition: exactly one of amount and percent. */
export interface LateFee {
  /** MYR; invoices in another currency cost nothing then. */
  readonly amount: number | null;
  /** Of what is overdue. */
  readonly percent: number | null;
  /** How many days after it was due nothing is charged. */
  readonly grace_days: number;
}

const MOST_AMOUNT = 1_000_000;
const MOST_DAYS = 365;

const isNumber = (given: unknown, most: number): given is number =>
  typeof given === 'number' && given > 0 && given <= most;

function read(given: unknown): LateFee | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const { amount = null, percent = null, grace_days = 0 } = given as Record<string, unknown>;
  const isGrace = Number.isInteger(grace_days) && (grace_days as number) >= 0 && (grace_days as number) <= MOST_DAYS;
  if (!isGrace || (amount === null) === (percent === null)) return null;
  if (amount !== null)
    return isNumber(amount, MOST_AMOUNT)
      ? { amount: money.round(amount), percent: null, grace_days: grace_days as number }
      : null;
  return isNumber(percent, 100) ? { amount: null, percent: toRate(percent), grace_days: grace_days as number } : null;
}

/** `{ amount | percent, grace_days }`; null where nothing is set, or anything else: then nothing is charged. */
export const lateFee: Setting<LateFee | null> = {
  shape: { type: 'object', fallback: null },
  fits: (given) => read(given) !== null,
  read,
};

/** The late fee, half-up to the sen. @param overdue in the currency of the invoice */
export function lateFeeOf({ amount, percent }: LateFee, overdue: number, currency: string): number {
  if (amount !== null) return currency === RINGGIT ? amount : 0;
  return money.percent(overdue, percent ?? 0);
}
