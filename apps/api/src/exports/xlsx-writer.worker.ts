import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile, { type Sheet } from 'write-excel-file/node';
import type { Cell } from '../data-tables/columns/cell.js';
import { MOST_OF_CELL, xlsxText } from './xlsx-text.js';

/** The header of the sheet, which the thread is given. */
export interface XlsxHeader {
  names: readonly string[];
}

/** Rows, some at a time; at the end nothing. */
export type XlsxTask = { rows: readonly (readonly Cell[])[] } | { end: true };

/** The workbook, or the column of a text that no cell can hold. */
export type XlsxAnswer = { book: Uint8Array } | { tooLong: string };

type SheetRow = NonNullable<Sheet<never>['data']>[number];

const { names } = workerData as XlsxHeader;
const data: SheetRow[] = [names.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))];
const answer = (given: XlsxAnswer, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(given, moved);

/** A typed string is never a formula. */
function typed(cell: Cell): SheetRow[number] {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'boolean') return { value: cell, type: Boolean };
  return { value: xlsxText(typeof cell === 'string' ? cell : cell.toISOString()), type: String };
}

const isTooLong = (cell: Cell): boolean => typeof cell === 'string' && cell.length > MOST_OF_CELL;

function add(rows: readonly (readonly Cell[])[]): void {
  for (const row of rows) {
    const long = row.findIndex(isTooLong);
    if (long >= 0) return answer({ tooLong: names[long] ?? '' });
    data.push(row.map(typed));
  }
}

async function end(): Promise<void> {
  const book = new Uint8Array(await writeXlsxFile([{ sheet: 'Data', stickyRowsCount: 1, data }]).toBuffer());
  answer({ book }, [book.buffer]);
}

parentPort?.on('message', (task: XlsxTask) => {
  if ('rows' in task) add(task.rows);
  // What fails ends the thread, which is told as its error.
  else void end();
});
