import type { ColumnKind } from '../schema/column.js';
import type { Table } from '../schema/table.js';

/** The order that is asked of a list: by a field of its records, ties by id in the same direction. */
export interface Sort {
  field: string;
  descending: boolean;
}

/** Columns of records that stand under another name in views. */
export type SortColumns = Readonly<Record<string, string>>;

/** Types of what a list may be ordered by, as PostgreSQL calls them. */
const types: Partial<Record<ColumnKind, string>> = {
  text: 'text',
  count: 'integer',
  money: 'numeric',
  instant: 'timestamptz',
  day: 'date',
};

/** An order of the rows `r` of a table, as SQL. Without a key rows are in the order of their ids, which is that of their creation. */
export class ListOrder {
  private constructor(
    /** What rows are ordered by; null: their ids alone. */
    readonly key: string | null,
    readonly descending: boolean,
    readonly type = 'text',
    private readonly nullable = false,
  ) {}

  /** The oldest change first. */
  static readonly changes = new ListOrder('r.updated_at', false, 'timestamptz');

  /** Newest first: the order of every list that is asked for none. */
  static readonly newest = new ListOrder(null, true);

  /**
   * Texts are compared in lower case by code point, and what is null comes last in both directions.
   * @throws for a field that is no column in clear: a list declares its sorts, and others are refused before
   */
  static of({ path, columns }: Table<object>, { field, descending }: Sort, named: SortColumns = {}): ListOrder {
    // An id is made of the instant of its record's creation.
    if (field === 'created_at') return new ListOrder(null, descending);
    const column = columns.find(({ name }) => name === (named[field] ?? field));
    const type = column && types[column.kind];
    if (!column || !type) throw new Error(`${path} is not ordered by ${field}`);
    const key = type === 'text' ? `lower(r.${column.name}) collate "C"` : `r.${column.name}`;
    return new ListOrder(key, descending, type, column.nullable);
  }

  /**
   * The condition that a row comes after another in this order.
   * @param value of the key, as PostgreSQL writes it; null where there is none @param bind returns the placeholder of a value
   */
  after(value: string | null, id: string, bind: (value: unknown) => string): string {
    const than = this.descending ? '<' : '>';
    const at = `${bind(id)}::uuid`;
    if (this.key === null) return `r.id ${than} ${at}`;
    if (value === null) return `${this.key} is null and r.id ${than} ${at}`;
    const behind = `(${this.key}, r.id) ${than} (${bind(value)}::${this.type}, ${at})`;
    return this.nullable ? `(${behind} or ${this.key} is null)` : behind;
  }

  /** What follows ORDER BY. */
  get text(): string {
    const way = this.descending ? 'desc' : 'asc';
    if (this.key === null) return `r.id ${way}`;
    return `${this.key} ${way}${this.nullable && this.descending ? ' nulls last' : ''}, r.id ${way}`;
  }
}
