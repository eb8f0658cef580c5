import type { ColumnFacts, NumberSeries } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import { malaysianDay } from '../values/day.js';
import type { Table } from '../schema/table.js';

/**
 * A number of numbers of a series at once, in their order, without gaps: for documents that are made together. As with one,
 * they are given back when the transaction is rolled back, and others wait until it ends: draw them last.
 */
export async function drawNumbers(ctx: Context, { name, prefix }: NumberSeries, count: number): Promise<string[]> {
  const year = Number(malaysianDay(ctx.now).slice(0, 4));
  const [row] = await ctx.db.write('select kernel.draw_numbers($1, $2, $3, $4)', [ctx.tenant_id, name, year, count]);
  const last = row?.[0] as number;
  return Array.from({ length: count }, (_, i) => numberOf(prefix, year, last - count + 1 + i));
}

/** As kernel.draw_number writes it: at least six digits. */
const numberOf = (prefix: string, year: number, n: number): string => `${prefix}-${year}-${String(n).padStart(6, '0')}`;

type NumberedColumn = ColumnFacts & { series: NumberSeries };
const isNumbered = (column: ColumnFacts): column is NumberedColumn => column.series !== undefined;

/** The document numbers of one table's records. */
export class Numbering<T extends object> {
  private readonly column?: NumberedColumn;

  constructor(private readonly table: Table<T>) {
    this.column = table.columns.find(isNumbered);
  }

  /** The next number, for a record that is inserted later in the transaction. */
  async draw(ctx: Context): Promise<string> {
    if (!this.column) throw new Error(`${this.table.path} has no number`);
    const [number] = await drawNumbers(ctx, this.column.series, 1);
    return number as string;
  }

  /** Gives those that have none a number each, in the order given. */
  async give(ctx: Context, records: readonly T[]): Promise<void> {
    const { column } = this;
    if (!column) return;
    const without = records.filter((record) => (record as Record<string, unknown>)[column.name] === undefined);
    if (without.length === 0) return;
    const numbers = await drawNumbers(ctx, column.series, without.length);
    without.forEach((record, i) => Object.assign(record, { [column.name]: numbers[i] }));
  }
}
