import { searchedIc } from '../malaysia/ic-number.js';
import type { Context } from '../transaction/context.js';
import { isUuid } from '../values/ids.js';

/** How texts of a key are compared: as they are, trimmed in lower case, by the digits of a telephone number, as an IC number. */
type Comparison = 'exact' | 'text' | 'phone' | 'ic' | ((text: string) => string | null);

/**
 * A field by which a record is found apart from its id: by a column that holds the compared text, by a function of
 * `keyFunction`, by one of `tokenFunction`, or, where rows are few and the field is sealed, by a scan of them.
 */
export type RecordKey = { as?: Comparison } & (
  { column: string } | { found: string } | { tokens: string } | { scanned: true }
);

export type RecordKeys = Readonly<Record<string, RecordKey>>;

const ID: RecordKey = { column: 'id', as: (text) => (isUuid(text) ? text.toLowerCase() : null) };

/** The digits of a telephone number as `phoneKey` compares them. */
function phoneDigits(text: string): string | null {
  const digits = text
    .replace(/[^0-9]/g, '')
    .replace(/^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)/, '60')
    .slice(0, 40);
  return digits === '' ? null : digits;
}

const comparisons = {
  exact: (text: string): string | null => (text === '' ? null : text),
  text: (text: string): string | null => text.trim().toLowerCase() || null,
  phone: phoneDigits,
  ic: (text: string): string | null => searchedIc(text) || null,
} as const;

/** A key of a table's records. @throws Error for a name that the repository does not declare */
export function keyOf(keys: RecordKeys, name: string): RecordKey {
  const key = name === 'id' ? ID : keys[name];
  if (!key) throw new Error(`There is no key ${name}`);
  return key;
}

/** What a text is compared as; null for a text that is no such key. */
export function comparedAs({ as = 'exact' }: RecordKey, text: string): string | null {
  return typeof as === 'function' ? as(text) : comparisons[as](text);
}

/** The condition on `r` that finds records of several keys, $2 being its value; null for a scan. */
export function conditionOf(
  ctx: Context,
  key: RecordKey,
  given: ReadonlyMap<string, string>,
): { condition: string; value: readonly string[] } | null {
  const compared = [...given.keys()];
  if ('column' in key)
    return { condition: `r.${key.column} = any($2${key === ID ? '::uuid[]' : '::text[]'})`, value: compared };
  if ('found' in key) return { condition: amongFound(key.found), value: [...given.values()] };
  if ('tokens' in key)
    return {
      condition: amongFound(key.tokens),
      value: compared.map((text) => ctx.db.keyring.token(ctx.tenant_id, text)),
    };
  return null;
}

const amongFound = (name: string): string =>
  `r.id = any(array(select ${name}($1, g.given) from unnest($2::text[]) g(given)))`;
