import type { ColumnFacts, NumberSeries } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import { malaysianDay } from '../values/day.js';
import type { Table } from '../schema/table.js';

/** The INSERT of a record, and what its columns come from. */
export interface RecordInsertion {
  text: string;
  values: unknown[];
  /** Columns that are written as the record has them. */
  written: readonly ColumnFacts[];
  /** Columns that the database writes, in the order in which they are returned. */
  generated: readonly ColumnFacts[];
}

type Shape = Omit<RecordInsertion, 'values'> & { series?: NumberSeries };

/**
 * The INSERT of one record of a table; its texts are made once. A document number is drawn in the same statement, by a function
 * that is called in VALUES: the row of its series is locked from here until the transaction ends, and not a round trip longer.
 */
export class RecordInsert<T extends object> {
  /** What the database writes where the record has nothing. */
  private readonly given: readonly ColumnFacts[];
  private readonly shapes = new Map<string, Shape>();

  constructor(private readonly table: Table<T>) {
    this.given = table.columns.filter(({ generated }) => generated);
  }

  of(ctx: Context, record: T): RecordInsertion {
    const missing = this.given.filter(({ name }) => (record as Record<string, unknown>)[name] === undefined);
    const { series, ...shape } = this.shapeOf(missing);
    const { values } = this.table.row(record, shape.written, ctx.db.keyring);
    if (series) {
      const year = Number(malaysianDay(ctx.now).slice(0, 4));
      const { name, prefix } = series.insteadFor?.(record) ?? series;
      values.push(ctx.tenant_id, name, year, `${prefix}-${year}-`);
    }
    return { ...shape, values };
  }

  private shapeOf(missing: readonly ColumnFacts[]): Shape {
    const key = missing.length === 0 ? '' : missing.map(({ name }) => name).join();
    const known = this.shapes.get(key);
    if (known) return known;
    const shape = this.makeShape(missing);
    this.shapes.set(key, shape);
    return shape;
  }

  private makeShape(generated: readonly ColumnFacts[]): Shape {
    const written = this.table.columns.filter((column) => !generated.includes(column));
    const names = this.table.namesOf(written);
    const places = names.map((_, i) => `$${i + 1}`);
    const number = generated.find(({ series }) => series);
    if (number) {
      const drawn = [1, 2, 3, 4].map((i) => `$${names.length + i}`);
      names.push(number.name);
      places.push(`kernel.draw_number(${drawn.join(', ')})`);
    }
    const returning = generated.length > 0 ? ` returning ${generated.map(({ name }) => name).join(', ')}` : '';
    const text = `insert into ${this.table.path} (${names.join(', ')}) values (${places.join(', ')})${returning}`;
    return { text, written, generated, series: number?.series };
  }
}
