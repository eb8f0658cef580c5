import type { Cell } from '../columns/cell.js';
import { readHeader, type Header } from '../columns/header.js';
import type { DataTable } from '../data-table.js';
import { csvRows } from '../sheets/csv-sheet.js';
import { MOST_COLUMNS, SheetError, type SheetRow } from '../sheets/sheet.js';
import { xlsxRows } from '../sheets/xlsx-sheet.js';
import { messages } from './messages.js';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A row of data, with its number in the file. */
export interface NumberedRow {
  number: number;
  cells: SheetRow;
}

/** A file whose header cannot be taken: its names are told. */
export class HeaderError extends SheetError {
  constructor(
    reason: SheetError['reason'],
    readonly unknown: readonly string[],
  ) {
    super(reason);
  }
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** All rows of a file, the header first. @throws SheetError */
export async function* sheetRows(content: AsyncIterable<Uint8Array>, media_type: string): AsyncGenerator<SheetRow> {
  if (media_type === WORKBOOK) yield* xlsxRows(await wholeOf(content));
  else yield* csvRows(content);
}

/** Whether texts of a file are guarded: those of CSV. */
export const isGuarded = (media_type: string): boolean => media_type !== WORKBOOK;

const isBlank = (cell: Cell): boolean => cell === null || cell === '';

function requireColumns(header: Header, names: SheetRow): void {
  const { unknown, repeated, columns } = header;
  if (names.length > MOST_COLUMNS) throw new SheetError(messages.tooManyColumns({ most: MOST_COLUMNS }));
  if (unknown.length > 0) throw new HeaderError(messages.unknownColumns(), unknown.slice(0, MOST_COLUMNS));
  if (repeated.length > 0) throw new SheetError(messages.repeatedColumns({ names: repeated }));
  if (columns.every((column) => column === null)) throw new SheetError(messages.noColumns());
}

/** A file of a table: its header, then its rows; empty ones are passed over. */
export class ImportSheet {
  private constructor(
    readonly header: Header,
    readonly rows: AsyncGenerator<NumberedRow>,
    /** Whether its texts were guarded: those of CSV. */
    readonly isGuarded: boolean,
  ) {}

  /** @param most rows that a file may have @throws SheetError, also while rows are read */
  static async open(
    table: DataTable,
    content: AsyncIterable<Uint8Array>,
    { media_type, most }: { media_type: string; most: number },
  ): Promise<ImportSheet> {
    const rows = sheetRows(content, media_type);
    const first = await rows.next();
    const names = first.done ? [] : first.value.slice(0, lastFilled(first.value));
    if (names.length === 0) throw new SheetError(messages.emptyFile());
    const header = readHeader(
      table,
      names.map((name) => (name === null ? '' : String(name))),
    );
    requireColumns(header, names);
    return new ImportSheet(header, numbered(rows, most), isGuarded(media_type));
  }
}

const lastFilled = (row: SheetRow): number => row.findLastIndex((cell) => !isBlank(cell)) + 1;

async function* numbered(rows: AsyncGenerator<SheetRow>, most: number): AsyncGenerator<NumberedRow> {
  let number = 1;
  let count = 0;
  for await (const cells of rows) {
    number += 1;
    if (cells.every(isBlank)) continue;
    count += 1;
    if (count > most) throw new SheetError(messages.tooManyRows({ most }));
    yield { number, cells };
  }
}
