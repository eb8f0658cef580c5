import type { ImportTotals, RowError } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import type { Cell } from '../columns/cell.js';
import type { Header } from '../columns/header.js';
import type { RowReader } from '../columns/row-reader.js';
import type { DataTable } from '../data-table.js';
import { dryRun } from '../dry-run.js';
import type { RowOutcome } from '../row-outcome.js';
import type { WriteOptions } from '../row-plan.js';
import { SeenKeys } from '../seen-keys.js';
import type { TableWriter } from '../table-writer.js';
import type { NumberedRow } from './import-sheet.js';

/** Rows of one transaction. */
export const BATCH = 100;
/** Rows of a packet: what others wait for at most. */
export const ROWS_A_TURN = 25;
/** Characters of a value that is told with an error. */
const MOST_OF_VALUE = 40;

export interface FailedImportRow {
  row: number;
  errors: RowError[];
}

/** What came of a batch. */
export interface BatchResult {
  totals: ImportTotals;
  failed: FailedImportRow[];
}

interface Settings {
  table: DataTable;
  header: Header;
  reader: RowReader;
  options: WriteOptions;
  language: Language;
}

/** Rows some at a time. */
export async function* inBatches(rows: AsyncIterable<NumberedRow>): AsyncGenerator<NumberedRow[]> {
  let batch: NumberedRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export const added = (one: ImportTotals, other: ImportTotals): ImportTotals => ({
  rows: one.rows + other.rows,
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  failed: one.failed + other.failed,
});

export const NONE: ImportTotals = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };

/** Writes batches of a file's rows, each in the transaction of its context. */
export class ImportBatches {
  private readonly seen = new SeenKeys();
  private readonly places: ReadonlyMap<string, number>;

  constructor(
    private readonly writer: TableWriter,
    private readonly settings: Settings,
  ) {
    this.places = new Map(
      settings.header.columns.flatMap((column, place) => (column ? [[column.name, place] as const] : [])),
    );
  }

  /** Notes the keys of a batch that was written before. */
  async pass(ctx: Context, rows: readonly NumberedRow[]): Promise<void> {
    const { table, options, reader } = this.settings;
    await this.writer.note(
      ctx,
      table,
      rows.map(({ cells }) => reader.read(cells)),
      options,
      this.seen,
    );
  }

  /** @param isTried whether nothing is kept @returns a function to be called once the transaction is committed, too */
  async write(ctx: Context, rows: readonly NumberedRow[], isTried: boolean): Promise<BatchResult & { keep(): void }> {
    const { table, options, reader } = this.settings;
    // A transaction that is repeated has seen nothing of it.
    const seen = new SeenKeys(this.seen);
    const sent = rows.map(({ cells }) => reader.read(cells));
    const write = (): Promise<RowOutcome[]> => this.writer.write(ctx, table, sent, options, seen);
    const outcomes = isTried ? await dryRun(ctx, write) : await write();
    const count = (result: RowOutcome['result']): number => outcomes.filter((one) => one.result === result).length;
    return {
      totals: {
        rows: rows.length,
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        failed: count('failed'),
      },
      failed: outcomes.flatMap((outcome, i) =>
        outcome.result === 'failed' ? [this.failure(rows[i] as NumberedRow, outcome)] : [],
      ),
      keep: () => seen.keep(),
    };
  }

  private failure({ number, cells }: NumberedRow, { errors }: RowOutcome): FailedImportRow {
    const { table, language } = this.settings;
    return {
      row: number,
      errors: errors.map(({ field, message }) => {
        const place = this.places.get(field);
        const isTold = place !== undefined && !table.personal.has(field.split('.')[0] ?? field);
        return { field, value: isTold ? shownOf(cells[place]) : null, message: message.in(language) };
      }),
    };
  }
}

function shownOf(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined || cell === '') return null;
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return [...text].slice(0, MOST_OF_VALUE).join('');
}
