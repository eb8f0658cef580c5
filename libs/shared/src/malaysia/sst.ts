import { money } from '../values/money.js';
import { serviceAliases, serviceTaxRates } from './sst-rates.js';

/** The rate of a service of no kind, or of a kind that is not in the table: 6 % (A-85). */
const DEFAULT_PERCENT = 6;

/** Sales and service tax on one amount, in ringgit: total = subtotal + sst_amount, to the sen. */
export interface Sst {
  /** Without the tax. */
  subtotal: number;
  /** A fraction: 0.06 means 6 percent. */
  sst_rate: number;
  sst_amount: number;
  /** With the tax. */
  total: number;
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * The percentage charged for a kind of service on a day (YYYY-MM-DD). A kind may be written in any case, with
 * spaces or hyphens; before a service was taxed it is 0.
 */
export function sstPercent(service_type: string | null | undefined, day: string): number {
  const asked = (service_type ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const key = own(serviceAliases, asked) ?? asked;
  const row = own(serviceTaxRates, key);
  if (!row) return DEFAULT_PERCENT;
  return row.rates.findLast(([from]) => from <= day)?.[1] ?? 0;
}

/**
 * The tax on an amount without tax, on a day. The amount is rounded to the sen, then the tax half-up to the sen.
 * @throws invalid when the amount is negative or the total is beyond what can be kept
 */
export function calculateSst(amount: number, service_type: string | null | undefined, day: string): Sst {
  const percent = sstPercent(service_type, day);
  const subtotal = money.within('amount', amount);
  const sst_amount = money.percent(subtotal, percent);
  return {
    subtotal,
    sst_rate: percent / 100,
    sst_amount,
    total: money.within('amount', money.add(subtotal, sst_amount)),
  };
}
