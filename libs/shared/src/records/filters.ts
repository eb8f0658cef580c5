import { firstId, isUuid } from '../values/ids.js';

/** Adds a value to the statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Turns a filter's value into a condition on the table `r`. */
export interface Filter<V> {
  (value: V, bind: Bind): string;
  /** Of a filter that finds records by another way than reading them: a SELECT of the ids of all live ones it is true of. */
  ids?: Filter<V>;
}

/** A list endpoint is a table of filters: name → condition. A filter whose value is undefined is not asked for. */
export type Filters<Q> = { [K in keyof Q]?: Filter<NonNullable<Q[K]>> };

/** A LIKE pattern of what has the text in it; `%` and `_` are themselves (A-25). */
export const within = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `column = value`. */
export const equals =
  <V>(column: string): Filter<V> =>
  (value, bind) =>
    `r.${column} = ${bind(value)}`;

/** `column = value` for a column of ids: a text that is no id finds nothing, as any unknown id does. */
export const equalsId =
  (column: string): Filter<string> =>
  (value, bind) =>
    isUuid(value) ? `r.${column} = ${bind(value)}` : 'false';

/** `column >= value`. */
export const atLeast =
  <V>(column: string): Filter<V> =>
  (value, bind) =>
    `r.${column} >= ${bind(value)}`;

/** `column <= value`. */
export const atMost =
  <V>(column: string): Filter<V> =>
  (value, bind) =>
    `r.${column} <= ${bind(value)}`;

/**
 * The same text, regardless of case, white space at the ends aside (A-173), by a derived column
 * `lower(btrim(…))`: a plain comparison, which an index can serve under row level security.
 */
export const equalsKey =
  (column: string): Filter<string> =>
  (value, bind) =>
    `r.${column} = lower(btrim(${bind(value)}))`;

/** Two conditions, for true and for false. */
export const either =
  (whenTrue: string, whenFalse: string): Filter<boolean> =>
  (value) =>
    value ? whenTrue : whenFalse;

/** A substring of any of the columns, regardless of case; `%` and `_` are themselves (A-25). */
export const contains =
  (...columns: string[]): Filter<string> =>
  (value, bind) => {
    const pattern = bind(within(value));
    return `(${columns.map((c) => `r.${c} ilike ${pattern}`).join(' or ')})`;
  };

const DAY_MS = 86_400_000;
const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS);

/** From the first moment of a calendar day, UTC+8 (A-24). */
export const fromDay =
  (column: string): Filter<string> =>
  (day, bind) =>
    `r.${column} >= ${bind(startOf(day))}`;

/** To the last moment of a calendar day, UTC+8 (A-24). */
export const toDay =
  (column: string): Filter<string> =>
  (day, bind) =>
    `r.${column} < ${bind(endOf(day))}`;

/**
 * The same days by the ids alone, each of which is of the instant of its record's creation: they are the order of a list,
 * and the primary key has them.
 */
export const idFromDay: Filter<string> = (day, bind) => `r.id >= ${bind(firstId(startOf(day)))}`;
export const idToDay: Filter<string> = (day, bind) => `r.id < ${bind(firstId(endOf(day)))}`;

/** Builds the WHERE of a list: fixed conditions and those of the filters that are asked for. */
export function where<Q extends object>(
  filters: Filters<Q>,
  query: Partial<Q>,
  fixed: readonly string[],
  values: unknown[],
): string {
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = asked(filters, query).map(([filter, value]) => filter(value, bind));
  return [...fixed, ...conditions].join(' and ');
}

/**
 * Where a filter is asked for that finds records by another way, a SELECT of the ids of those that are live and match
 * all filters; otherwise null.
 * @param matching the same SELECT, for a condition
 */
export function searchedIds<Q extends object>(
  filters: Filters<Q>,
  query: Partial<Q>,
  values: unknown[],
  matching: () => string,
): string | null {
  const all = asked(filters, query);
  const search = all.find(([filter]) => filter.ids);
  if (!search) return null;
  const [filter, value] = search;
  return all.length === 1 && filter.ids ? filter.ids(value, (v) => `$${values.push(v)}`) : matching();
}

const asked = <Q extends object>(filters: Filters<Q>, query: Partial<Q>): [Filter<unknown>, unknown][] =>
  (Object.keys(filters) as (keyof Q)[])
    .filter((name) => query[name] !== undefined && query[name] !== null)
    .map((name) => [filters[name] as Filter<unknown>, query[name]]);
