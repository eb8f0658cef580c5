/** Days of a list, both included. */
export interface ListedDays {
  date_from?: string;
  date_to?: string;
  /** A single day. */
  date?: string;
}

/**
 * A range of one day as that day. The index of days has its records in the order of a list, while for a range PostgreSQL
 * may pass over all newer records of the tenant, one by one.
 */
export function oneDay<Q extends ListedDays>(query: Q): Q {
  const { date_from, date_to } = query;
  if (date_from === undefined || date_from !== date_to) return query;
  return { ...query, date_from: undefined, date_to: undefined, date: date_from };
}
