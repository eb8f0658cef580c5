import { fromDay, malaysianInstant, toDay, type Filter } from '@usaha/shared';

const DAY_MS = 86_400_000;

/** The first of all ids of version 7 that are made at an instant or later. */
const firstIdOf = (at: number): string => {
  const hex = Math.max(0, at).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const startOf = (day: string): number => malaysianInstant(day, '00:00:00').getTime();

/**
 * Days of the creation, told by the ids as well: an id is of the instant of its record's creation, and lists are in the order
 * of ids. Asked for past days by `created_at` alone, PostgreSQL passes over all newer shipments one by one.
 */
export const createdFromDay: Filter<string> = (day, bind) =>
  `${fromDay('created_at')(day, bind)} and r.id >= ${bind(firstIdOf(startOf(day)))}`;
export const createdToDay: Filter<string> = (day, bind) =>
  `${toDay('created_at')(day, bind)} and r.id < ${bind(firstIdOf(startOf(day) + DAY_MS))}`;
