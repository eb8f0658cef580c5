import type { Context } from '../transaction/context.js';
import { within, type Filter } from './filters.js';
import { searchedIc } from '../malaysia/ic-number.js';

/**
 * Records whose ids a SELECT finds, before any is read: an array of ids is looked up in an index, while PostgreSQL may
 * join a list of them with all records of the tenant.
 * @param ids of live records
 */
export const amongIds = <V>(ids: Filter<V>): Filter<V> =>
  Object.assign<Filter<V>, { ids: Filter<V> }>((value, bind) => `r.id = any(array(${ids(value, bind)}))`, { ids });

/**
 * A substring of the record's `search_text`, regardless of case; `%` and `_` are themselves.
 * @param matching the table's function of `searchFunction`: `retail.products_matching`
 */
export const matches = (matching: string): Filter<string> =>
  amongIds((value, bind) => `select ${matching}($1, lower(${bind(within(value))}))`);

/** Records that a function of `keyFunction` finds. @param found `retail.customers_with_phone_number` */
export const foundWith = (found: string): Filter<string> =>
  amongIds((value, bind) => `select ${found}($1, ${bind(value)})`);

/** The text to look for, and the token of the number of the identity card or paper that it may be. */
export interface Sought {
  text: string;
  /** null: it is no such number. */
  ic_token: string | null;
}

/**
 * A text that is looked for. A text without a digit is no part of a number by which one is found.
 * @param byIc whether IC numbers are searched: only for callers who are shown them whole
 */
export const soughtIn = ({ db, tenant_id }: Context, text: string, byIc: boolean): Sought => ({
  text,
  ic_token: byIc && /\d/.test(text) ? db.keyring.token(tenant_id, searchedIc(text)) : null,
});

/**
 * A substring of the record's texts, regardless of case, or what its IC number is found by: one list of ids.
 * @param table that has functions of `searchFunction`, and of `tokenFunction` for `ic_number`
 * @param columns those that `searchFunction` was made for in addition to `search_text`
 */
export const matchesOrHasIc = (table: string, ...columns: string[]): Filter<Sought> =>
  amongIds(({ text, ic_token }, bind) => {
    const pattern = bind(within(text));
    return [
      ...['matching', ...columns.map((column) => `matching_${column}`)].map(
        (name) => `select ${table}_${name}($1, lower(${pattern}))`,
      ),
      ...(ic_token === null ? [] : [`select ${table}_with_ic_number($1, ${bind(ic_token)})`]),
    ].join(' union ');
  });
