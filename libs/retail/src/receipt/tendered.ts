import type { Tendered } from '@usaha/core';
import { MAX_MONEY, money } from '@usaha/shared';

/** What `payment_details` may call what the customer handed over, and what came back; of several the first that is an amount. */
export const tenderedKeys = [
  'tendered',
  'amount_tendered',
  'cash_tendered',
  'cash_received',
  'amount_received',
] as const;
export const changeKeys = ['change', 'change_amount', 'change_due', 'change_given'] as const;

/** An amount that clients wrote as they like: a number, or digits with a point. */
function amountOf(value: unknown): number | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\s*\d{1,12}(?:\.\d{1,4})?\s*$/.test(value)))
    return null;
  const amount = Number(value);
  return Number.isFinite(amount) && amount >= 0 && amount <= MAX_MONEY ? money.round(amount) : null;
}

const firstOf = (details: Record<string, unknown>, keys: readonly string[]): number | null =>
  keys.map((key) => amountOf(details[key])).find((amount) => amount !== null) ?? null;

/**
 * The amount handed over for a sale, and the change, where its details state them. Otherwise the change is the amount beyond
 * the total.
 */
export function tenderedOf(details: Record<string, unknown> | null, payable: number): Tendered | null {
  if (!details) return null;
  const [amount, change] = [firstOf(details, tenderedKeys), firstOf(details, changeKeys)];
  if (amount === null) return change === null ? null : { amount, change };
  const beyond = money.add(amount, -payable);
  return { amount, change: change ?? (beyond >= 0 ? beyond : null) };
}
