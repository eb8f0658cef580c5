import { BoundedCache } from '../values/bounded-cache.js';

/** SQLSTATE division_by_zero: what a statement that was to change or find an exact number of rows says where it did not. */
export const NOT_EXACTLY = '22012';

/** SQLSTATE unique_violation: another row has the key. */
export const TAKEN = '23505';

/** More texts than the code has: those of long lists differ by nothing but their places. */
const texts = new BoundedCache<string, string>({ entries: 2_000, characters: 4_000_000 });

/**
 * An UPDATE that fails unless it changes an exact number of rows, so that no caller has to wait for it to be sure.
 * @param update without RETURNING @param place of how many among its values
 */
export const exactly = (update: string, place: number): string =>
  madeOnce(
    update,
    () => `with changed as (${update} returning 1) select 1 / (count(*) = $${place}::bigint)::integer from changed`,
  );

/** A SELECT, which may lock, that fails unless it finds a row. @param select of something short: no code reads it */
export const found = (select: string): string =>
  madeOnce(select, () => `with found as (${select}) select 1 / (count(*) > 0)::integer from found`);

function madeOnce(statement: string, make: () => string): string {
  const known = texts.get(statement);
  if (known !== undefined) return known;
  const text = make();
  texts.set(statement, text);
  return text;
}
