import type { ColumnFacts, ColumnKind } from '../schema/column.js';
import type { Keyring } from '../sealing/sealed.js';
import type { Table } from '../schema/table.js';

/** As what a column's values of many rows are sent; a list as its text, since lists of different lengths make no array. */
const sqlTypes: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  uuid: 'uuid',
  count: 'integer',
  money: 'numeric',
  rate: 'numeric',
  flag: 'boolean',
  instant: 'timestamptz',
  day: 'date',
  list: 'text',
  object: 'jsonb',
  sealed: 'text',
};

/** The SQL type of one value of a column. */
export const sqlTypeOf = ({ kind }: ColumnFacts): string => (kind === 'list' ? 'text[]' : sqlTypes[kind]);

/** Values of one column, one of each row. */
interface Sent {
  name: string;
  type: string;
  /** What the column is set to, of the row `v`. */
  read: string;
  of: (row: object, keyring: Keyring) => unknown;
}

/** How many rows go into one statement: enough that their number costs little, and no message grows without bound. */
const ROWS_AT_ONCE = 2_000;

/** The values of one statement, and of how many rows they are. */
export interface Portion {
  values: unknown[];
  count: number;
}

/**
 * How values of many rows are sent, column by column: one parameter each, so that the statement is the same text however many rows
 * there are, and is prepared once.
 */
export class RowsSent<R extends object> {
  /** The columns that are sent, in this order. */
  readonly names: readonly string[];
  /** What the columns are set to, in the order of their names. */
  readonly reads: readonly string[];
  private readonly sent: readonly Sent[];
  private readonly sealed?: ColumnFacts;

  constructor(
    private readonly table: Table<R>,
    columns: readonly ColumnFacts[],
  ) {
    this.sealed = columns.find(({ kind, sealedKey }) => kind === 'sealed' || sealedKey);
    this.sent = columns.flatMap((column): Sent[] => {
      const { name, kind, tokens } = column;
      const asList = (of: string): string => `v.${of}::text[]`;
      const own: Sent = {
        name,
        type: sqlTypes[kind],
        read: kind === 'list' ? asList(name) : `v.${name}`,
        of: (row, keyring) => table.stored(column, row as R, keyring),
      };
      if (!tokens) return [own];
      const named = `${name}_tokens`;
      const read = asList(named);
      return [own, { name: named, type: 'text', read, of: (row, keyring) => table.tokens(column, row as R, keyring) }];
    });
    this.names = this.sent.map(({ name }) => name);
    this.reads = this.sent.map(({ read }) => read);
  }

  /** The rows as a table `v` of a statement. @param first the number of the first placeholder */
  from(first: number): string {
    const lists = this.sent.map(({ type }, i) => `$${first + i}::${type}[]`);
    return `unnest(${lists.join(', ')}) as v (${this.names.join(', ')})`;
  }

  /** The values row by row, in the order of the names. */
  byRow(rows: readonly R[], keyring: Keyring): unknown[][] {
    this.refuseOthers(rows);
    return rows.map((row) => this.sent.map(({ of }) => of(row, keyring)));
  }

  /** The values of one statement after the other. @param rows instances of the entity where one of the columns is sealed: the seal names its record */
  portions(rows: readonly R[], keyring: Keyring): Portion[] {
    this.refuseOthers(rows);
    const portions: Portion[] = [];
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      const values = this.sent.map(({ of }) => arrayText(some, (row) => of(row, keyring)));
      portions.push({ values, count: some.length });
    }
    return portions;
  }

  private refuseOthers(rows: readonly R[]): void {
    if (this.sealed && rows.some((row) => !(row instanceof this.table.entity)))
      throw new Error(`${this.table.path}.${this.sealed.name} is sealed: its rows are made with the entity's class`);
  }
}

/** An array as PostgreSQL reads it, at a fraction of what the driver takes for one. @param of which value of an item */
function arrayText<T>(items: readonly T[], of: (item: T) => unknown): string {
  let text = '';
  for (const item of items) text += text === '' ? elementText(of(item)) : `,${elementText(of(item))}`;
  return `{${text}}`;
}

const itself = (value: unknown): unknown => value;

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = Array.isArray(value) ? arrayText(value, itself) : (value as string);
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}
