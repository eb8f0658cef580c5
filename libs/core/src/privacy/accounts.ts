import { malaysianDay } from '@usaha/shared';
import type { Reason } from './personal-data.js';

/** For how long a law asks for records whole. */
export interface StatutoryPeriod extends Reason {
  /** As it is said to people. */
  readonly period: string;
  /** The first moment (UTC) of which records are still kept whole. */
  since(now: Date): Date;
}

const YEARS_KEPT = 7;

/** Bills, receipts, payments: what the accounts of a business rest on. */
export const accountsPeriod: StatutoryPeriod = {
  period: 'seven years',
  reason: 'records of a business are kept for seven years from the end of the year that they belong to',
  law: 'Income Tax Act 1967, s.82(1)(a)',
  since(now) {
    const year = Number(malaysianDay(now).slice(0, 4)) - YEARS_KEPT;
    return new Date(`${String(year).padStart(4, '0')}-01-01T00:00:00+08:00`);
  },
};
