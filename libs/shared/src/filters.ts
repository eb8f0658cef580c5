/** Adds a value to the statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Turns a filter's value into a condition on the table `r`. */
export type Filter<V> = (value: V, bind: Bind) => string;

/** A list endpoint is a table of filters: name → condition. A filter whose value is undefined is not asked for. */
export type Filters<Q> = { [K in keyof Q]?: Filter<NonNullable<Q[K]>> };

/** A LIKE pattern of what has the text in it; `%` and `_` are themselves (A-25). */
const within = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `column = value`. */
export const equals =
  <V>(column: string): Filter<V> =>
  (value, bind) =>
    `r.${column} = ${bind(value)}`;

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
 * The same text, whatever the case, white space at the ends aside (A-173), by a derived column
 * `lower(btrim(…))`: a plain comparison, which an index can serve under row level security.
 */
export const equalsKey =
  (column: string): Filter<string> =>
  (value, bind) =>
    `r.${column} = lower(btrim(${bind(value)}))`;

/**
 * A substring of the record's `search_text`, whatever the case; `%` and `_` are themselves (A-25).
 * @param matching the table's function of `searchFunction`: `retail.products_matching`
 */
export const matches =
  (matching: string): Filter<string> =>
  (value, bind) =>
    `r.id in (select ${matching}($1, lower(${bind(within(value))})))`;

/** `column = value`, whatever the case, white space at the ends aside (A-173). */
export const equalsText =
  (column: string): Filter<string> =>
  (value, bind) =>
    `lower(r.${column}) = lower(${bind(value.trim())})`;

/** Two conditions, for true and for false. */
export const either =
  (whenTrue: string, whenFalse: string): Filter<boolean> =>
  (value) =>
    value ? whenTrue : whenFalse;

/** A substring of any of the columns, whatever the case; `%` and `_` are themselves (A-25). */
export const contains =
  (...columns: string[]): Filter<string> =>
  (value, bind) => {
    const pattern = bind(within(value));
    return `(${columns.map((c) => `r.${c} ilike ${pattern}`).join(' or ')})`;
  };

const MALAYSIA = '+08:00';

/** From the first moment of a calendar day, UTC+8 (A-24). */
export const fromDay =
  (column: string): Filter<string> =>
  (day, bind) =>
    `r.${column} >= ${bind(new Date(`${day}T00:00:00${MALAYSIA}`))}`;

/** To the last moment of a calendar day, UTC+8 (A-24). */
export const toDay =
  (column: string): Filter<string> =>
  (day, bind) =>
    `r.${column} < ${bind(new Date(Date.parse(`${day}T00:00:00${MALAYSIA}`) + 86_400_000))}`;

/** Builds the WHERE of a list: fixed conditions and those of the filters that are asked for. */
export function where<Q extends object>(
  filters: Filters<Q>,
  query: Partial<Q>,
  fixed: readonly string[],
  values: unknown[],
): string {
  const bind: Bind = (value) => `$${values.push(value)}`;
  const asked = (Object.keys(filters) as (keyof Q)[])
    .filter((name) => query[name] !== undefined && query[name] !== null)
    .map((name) => (filters[name] as Filter<unknown>)(query[name], bind));
  return [...fixed, ...asked].join(' and ');
}
