import type { Context } from '../transaction/context.js';
import type { Table } from '../schema/table.js';
import type { Row } from '../wire-protocol/batch.js';

/** Characters of rows that are held at once, as far as the rows before tell: pictures one by one, movements many together. */
const CHARACTERS_AT_ONCE = 2_000_000;
const MOST_AT_ONCE = 1_000;
const FIRST = 20;
/** Of a value that is no text. */
const SHORT = 8;

/**
 * All rows of the context's tenant in a table, deleted ones too, in the order of its primary key. Each statement goes on behind the
 * last key, so that memory does not grow with the table; in a transaction of `Database.snapshot` they are of one moment.
 * @param scope the column that names the tenant: `tenant_id`, save for the tenants themselves
 */
export async function* allRows<T extends object>(
  ctx: Context,
  table: Table<T>,
  scope: 'tenant_id' | 'id' = 'tenant_id',
): AsyncGenerator<T[]> {
  const keys = table.keys.filter((name) => name !== scope);
  const places = keys.map((name) => table.columns.findIndex((column) => column.name === name));
  let size = FIRST;
  let after: unknown[] | null = null;
  for (;;) {
    const { text, values } = pageOf(table, { scope, keys, after, size }, ctx.tenant_id);
    const rows = await ctx.db.read(text, values);
    if (rows.length > 0) yield rows.map((row) => table.hydrate(row, ctx.db.keyring));
    const last = rows.at(-1);
    if (!last || rows.length < size || keys.length === 0) return;
    after = places.map((place) => last[place]);
    size = fitting(rows);
  }
}

interface Place {
  scope: string;
  /** Columns of the primary key that tell rows of one tenant apart. */
  keys: readonly string[];
  /** Values of these in the row before; null: from the first. */
  after: readonly unknown[] | null;
  size: number;
}

/** Two texts for each table, so that they are planned once. */
function pageOf<T extends object>(
  { path, selected }: Table<T>,
  { scope, keys, after, size }: Place,
  tenant_id: string,
): { text: string; values: unknown[] } {
  const named = keys.map((name) => `r.${name}`).join(', ');
  const places = keys.map((_, i) => `$${i + 3}`).join(', ');
  const behind = after === null ? '' : ` and (${named}) > (${places})`;
  const order = keys.length === 0 ? '' : ` order by ${named}`;
  const text = `select ${selected} from ${path} r where r.${scope} = $1${behind}${order} limit $2`;
  return { text, values: [tenant_id, size, ...(after ?? [])] };
}

/** How many rows like these are held at once. */
function fitting(rows: readonly Row[]): number {
  const sizeOf = (value: unknown): number => (typeof value === 'string' ? value.length : SHORT);
  const characters = rows.reduce((sum, row) => sum + row.reduce<number>((all, value) => all + sizeOf(value), 0), 0);
  const each = characters / rows.length;
  return Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(CHARACTERS_AT_ONCE / each)));
}
