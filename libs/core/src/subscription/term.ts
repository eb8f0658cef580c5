import type { BillingCycle } from './plans.js';

const MALAYSIA_AHEAD_MS = 8 * 3_600_000;

/**
 * The same time of day, `months` calendar months later, UTC+8; in a shorter month its last day: a month after 31 January
 * is 28 or 29 February. @param months a whole number
 */
export function addMonths(from: Date, months: number): Date {
  const local = new Date(from.getTime() + MALAYSIA_AHEAD_MS);
  const day = local.getUTCDate();
  const moved = new Date(local);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return new Date(moved.getTime() - MALAYSIA_AHEAD_MS);
}

const monthsOf: Readonly<Record<BillingCycle, number | null>> = { monthly: 1, yearly: 12, one_time: null };

/** The end of `terms` cycles that begin at an instant; null for a cycle without an end. */
export function termEnd(from: Date, cycle: BillingCycle, terms: number): Date | null {
  const months = monthsOf[cycle];
  return months === null ? null : addMonths(from, months * terms);
}

/** How many cycles surely lie between two instants: at most two fewer than do. */
export function cyclesBetween(from: Date, to: Date, cycle: BillingCycle): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const length = monthsOf[cycle];
  return length === null ? 0 : Math.max(0, Math.floor(months / length) - 1);
}

/** A thousand years, and once is once: no date goes further, and what is paid beyond it stays credit. */
export const mostTerms: Readonly<Record<BillingCycle, number>> = { monthly: 12_000, yearly: 1_000, one_time: 1 };
