import { malaysianDay, malaysianInstant } from '@usaha/shared';

/**
 * Years that entries of the audit trail are kept beyond the calendar year that they are of. Business records are kept for seven years
 * after the end of the year to which the income relates (Income Tax Act 1967, s.82) and after the transaction (Companies Act 2016,
 * s.245). The trail says who changed these records, so no tenant keeps it shorter.
 */
export const LEAST_AUDIT_YEARS = 7;

const KEY = 'audit_retention_years';
const EARLIEST_YEAR = 1971;
/** Years before which there were no entries. */
const FOR_EVER = 1_000;

/**
 * For how many years a tenant keeps its audit trail: the most that any of its modules' configurations says.
 * @param configurations as they were sent; fewer years than the least count as not set. The years may be digits in a text, and stand
 * next to a module's settings or among them. A value that cannot be read keeps everything: what is deleted does not come back.
 * @returns whole years: a part of a year counts as one
 */
export function auditYears(configurations: readonly unknown[]): number {
  const places = configurations.filter(isObject).flatMap((one) => [one, ...Object.values(one).filter(isObject)]);
  const stated = places.map((place) => place[KEY]).filter((value) => value !== undefined && value !== null);
  return Math.max(LEAST_AUDIT_YEARS, ...stated.map(yearsOf));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function yearsOf(value: unknown): number {
  const years = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof years === 'number' && !Number.isNaN(years) ? Math.ceil(years) : FOR_EVER;
}

/** @returns the instant before which entries are past their retention: the first of a January in Malaysia */
export function auditCutoff(now: Date, years: number): Date {
  const year = Math.max(Number(malaysianDay(now).slice(0, 4)) - years, EARLIEST_YEAR);
  return malaysianInstant(`${year}-01-01`, '00:00:00');
}
