import { BoundedCache } from '../values/bounded-cache.js';

/** An INSERT and its values. */
export interface InsertStatement {
  text: string;
  values: unknown[];
}

/** What rows that are inserted together share. */
export interface InsertShape {
  /** `insert into` with its columns: those of `common` first. */
  head: string;
  /** SQL of what all rows have in common: placeholders of `values`, and constants. */
  common: readonly string[];
  values: readonly unknown[];
  /** The clause behind the rows: `on conflict do nothing`. */
  tail?: string;
}

/** How many rows one statement has at most. */
const MOST_ROWS = 64;
/** How many are together, for any number of rows. */
const FEW_ROWS = 4;

/**
 * INSERTs of few rows, and of many for a sharded database. Citus takes the rows of an INSERT of a SELECT to the coordinator and locks every
 * shard of the table for it, so that a tenant would wait while another's shard moves; one of VALUES goes to its tenant's
 * shard. Each statement of more than a few has a power of two of them, so that texts are few however many rows there are.
 */
export function insertsOfValues(
  { head, common, values, tail = '' }: InsertShape,
  rows: readonly (readonly unknown[])[],
): InsertStatement[] {
  const statements: InsertStatement[] = [];
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + together(rows.length - at));
    const sent = [...values, ...some.flat()];
    statements.push({ text: textOf({ head, common, tail }, values.length, some), values: sent });
    at += some.length;
  }
  return statements;
}

const together = (left: number): number =>
  left <= FEW_ROWS ? left : Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(left)));

/** By what they begin with, how many rows they have, and what stands behind: asked for with every write. */
const texts = new BoundedCache<string, string>({ entries: 2_000, characters: 4_000_000 });

function textOf(
  { head, common, tail }: Omit<InsertShape, 'values'>,
  shared: number,
  rows: readonly (readonly unknown[])[],
): string {
  const key = `${head} ${common.join()} ${rows.length} ${tail}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  let place = shared;
  const lists = rows.map((row) => `(${[...common, ...row.map(() => `$${(place += 1)}`)].join(', ')})`);
  const text = `${head} values ${lists.join(', ')}${tail && ` ${tail}`}`;
  texts.set(key, text);
  return text;
}
