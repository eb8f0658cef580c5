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
  /** What stands behind the rows: `on conflict do nothing`. */
  tail?: string;
}

/** So many rows one statement has at most. */
const MOST_ROWS = 64;

/**
 * INSERTs of many rows for a sharded database. Citus takes the rows of an INSERT of a SELECT to the coordinator and locks every
 * shard of the table for it, so that a tenant would wait while another's shard moves; one of VALUES goes to its tenant's
 * shard. Each statement has a power of two of them, so that texts are few however many rows there are.
 */
export function insertsOfValues(
  { head, common, values, tail = '' }: InsertShape,
  rows: readonly (readonly unknown[])[],
): InsertStatement[] {
  const statements: InsertStatement[] = [];
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(rows.length - at))));
    const sent = [...values];
    const lists = some.map((row) => `(${[...common, ...row.map((value) => `$${sent.push(value)}`)].join(', ')})`);
    statements.push({ text: `${head} values ${lists.join(', ')}${tail && ` ${tail}`}`, values: sent });
    at += some.length;
  }
  return statements;
}
