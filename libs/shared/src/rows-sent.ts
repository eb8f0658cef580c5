import type { ColumnFacts, ColumnKind } from './column.js';
import type { Keyring } from './sealed.js';
import type { Table } from './table.js';

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
  of: (row: object) => unknown;
}

/** So many rows go into one statement: enough that their number costs little, and no message grows without bound. */
const ROWS_AT_ONCE = 2_000;

/**
 * Values of many rows, column by column: one parameter each, so that the statement is the same text however many rows there
 * are, and is prepared once.
 */
export class RowsSent<R extends object> {
  private readonly sent: readonly Sent[];

  /** @param rows instances of the entity where one of the columns is sealed: the seal names its record */
  constructor(
    table: Table<R>,
    columns: readonly ColumnFacts[],
    private readonly rows: readonly R[],
    keyring: Keyring,
  ) {
    const sealed = columns.find(({ kind }) => kind === 'sealed');
    if (sealed && rows.some((row) => !(row instanceof table.entity)))
      throw new Error(`${table.path}.${sealed.name} is sealed: its rows are made with the entity's class`);
    this.sent = columns.flatMap((column): Sent[] => {
      const { name, kind, tokens } = column;
      const asList = (of: string): string => `v.${of}::text[]`;
      const own: Sent = {
        name,
        type: sqlTypes[kind],
        read: kind === 'list' ? asList(name) : `v.${name}`,
        of: (row) => table.stored(column, row as R, keyring),
      };
      if (!tokens) return [own];
      const named = `${name}_tokens`;
      return [
        own,
        { name: named, type: 'text', read: asList(named), of: (row) => table.tokens(column, row as R, keyring) },
      ];
    });
  }

  get names(): string[] {
    return this.sent.map(({ name }) => name);
  }

  /** What the columns are set to, in the order of their names. */
  get reads(): string[] {
    return this.sent.map(({ read }) => read);
  }

  /** The rows as a table `v` of a statement. @param first the number of the first placeholder */
  from(first: number): string {
    const lists = this.sent.map(({ type }, i) => `$${first + i}::${type}[]`);
    return `unnest(${lists.join(', ')}) as v (${this.names.join(', ')})`;
  }

  /** The values row by row, in the order of the names. */
  get byRow(): unknown[][] {
    return this.rows.map((row) => this.sent.map(({ of }) => of(row)));
  }

  /** The values of one statement after the other. */
  portions(): string[][] {
    const portions: string[][] = [];
    for (let at = 0; at < this.rows.length; at += ROWS_AT_ONCE) {
      const some = this.rows.slice(at, at + ROWS_AT_ONCE);
      portions.push(this.sent.map(({ of }) => arrayText(some.map(of))));
    }
    return portions;
  }
}

/** An array as PostgreSQL reads it, at a fraction of what the driver takes for one. */
const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText).join()}}`;

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = Array.isArray(value) ? arrayText(value) : (value as string);
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}
