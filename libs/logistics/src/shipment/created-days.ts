import { fromDay, idFromDay, idToDay, toDay, type Filter } from '@usaha/shared';

/**
 * Days of the creation, told by the ids as well: an id is of the instant of its record's creation, and lists are in the order
 * of ids. Asked for past days by `created_at` alone, PostgreSQL passes over all newer shipments one by one.
 */
export const createdFromDay: Filter<string> = (day, bind) =>
  `${fromDay('created_at')(day, bind)} and ${idFromDay(day, bind)}`;
export const createdToDay: Filter<string> = (day, bind) =>
  `${toDay('created_at')(day, bind)} and ${idToDay(day, bind)}`;
