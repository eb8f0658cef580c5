/** SQLSTATE division_by_zero: what a statement that was to change exactly so many rows says where it did not. */
export const NOT_EXACTLY = '22012';

const texts = new Map<string, string>();

/** More texts than the code has: those of long lists differ by nothing but their places. */
const MOST = 2_000;

/**
 * An UPDATE that fails unless it changes exactly so many rows, so that nobody has to wait for it to be sure.
 * @param update without RETURNING @param place of how many among its values
 */
export function exactly(update: string, place: number): string {
  const known = texts.get(update);
  if (known !== undefined) return known;
  const text = `with changed as (${update} returning 1) select 1 / (count(*) = $${place}::bigint)::integer from changed`;
  if (texts.size < MOST) texts.set(update, text);
  return text;
}
