import { addMonths } from '@usaha/core';
import { malaysianDay, malaysianInstant } from '@usaha/shared';
import type { PackagedService } from '../package/package.entity.js';

/** The most sessions of one service: 32 bits. */
export const MAX_SESSIONS = 2 ** 31 - 1;

/** Sessions a month. */
const monthly: Readonly<Record<string, number>> = { weekly: 4, fortnightly: 2, monthly: 1 };

/**
 * How many sessions of a service a package brings: as it says; else by its frequency, a number or a word for sessions a
 * month, over its months; `once` is one in all. null where that cannot be told.
 * @param validity_months of the package: its months where the service names none
 */
export function sessionsOf(
  { sessions, frequency, duration_months }: Omit<PackagedService, 'service_id' | 'frequency'> & { frequency: unknown },
  validity_months: number | null,
): number | null {
  if (sessions !== null) return sessions;
  const word = typeof frequency === 'string' ? frequency.trim().toLowerCase() : null;
  if (word === 'once') return 1;
  const rate =
    typeof frequency === 'number' ? frequency : Object.hasOwn(monthly, word ?? '') ? monthly[word ?? ''] : null;
  const months = duration_months ?? validity_months;
  if (rate === null || rate === undefined || months === null) return null;
  const many = rate * months;
  return Number.isSafeInteger(many) && many >= 0 ? many : null;
}

const LAST_DAY = '9999-12-31';
const MOST_MONTHS = 12 * 10_000;

/**
 * The last day on which a package can be redeemed: that many months later, in a shorter month its last day. null without an end, and
 * where the calendar ends before. @param day YYYY-MM-DD
 */
export function expiryOf(day: string, validity_months: number | null): string | null {
  if (validity_months === null || validity_months > MOST_MONTHS) return null;
  const last = malaysianDay(addMonths(malaysianInstant(day, '00:00:00'), validity_months));
  return last > LAST_DAY || last.startsWith('+') ? null : last;
}
