import type { BillingCycle } from './plans.js';

const MALAYSIA_AHEAD_MS = 8 * 3_600_000;

const local = (instant: Date) => new Date(instant.getTime() + MALAYSIA_AHEAD_MS);

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The day of the month that a row of months keeps to: that of its first instant, where the month of `from` was too short for it. */
function dayOf(from: Date, first: Date): number {
  const day = from.getUTCDate();
  const isLast = day === daysIn(from.getUTCFullYear(), from.getUTCMonth());
  return isLast ? Math.max(day, first.getUTCDate()) : day;
}

/**
 * The same time of day, `months` calendar months later, UTC+8; in a shorter month its last day: a month after 31 January
 * is 28 or 29 February. @param months a whole number
 * @param first where the row of months began: a month after 28 February is 31 March, where it began on the 31st
 */
export function addMonths(from: Date, months: number, first = from): Date {
  const moved = local(from);
  const day = dayOf(moved, local(first));
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  moved.setUTCDate(Math.min(day, daysIn(moved.getUTCFullYear(), moved.getUTCMonth())));
  return new Date(moved.getTime() - MALAYSIA_AHEAD_MS);
}

const monthsOf: Readonly<Record<BillingCycle, number | null>> = { monthly: 1, yearly: 12, one_time: null };

/** The end of `terms` cycles that begin at an instant, in a row of cycles that began at `first`; null for a cycle without an end. */
export function termEnd(from: Date, cycle: BillingCycle, terms: number, first = from): Date | null {
  const months = monthsOf[cycle];
  return months === null ? null : addMonths(from, months * terms, first);
}

/** How many cycles surely lie between two instants: at most two fewer than do. */
export function cyclesBetween(from: Date, to: Date, cycle: BillingCycle): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const length = monthsOf[cycle];
  return length === null ? 0 : Math.max(0, Math.floor(months / length) - 1);
}

/** A thousand years, and once is once: no date goes further, and what is paid beyond it stays credit. */
export const mostTerms: Readonly<Record<BillingCycle, number>> = { monthly: 12_000, yearly: 1_000, one_time: 1 };
