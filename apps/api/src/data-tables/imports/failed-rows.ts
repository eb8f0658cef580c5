import { Injectable } from '@nestjs/common';
import { FileService, ImportService, type DataImport } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { ERROR_COLUMN } from '../columns/header.js';
import { unguarded } from '../columns/formula-guard.js';
import { BYTE_ORDER_MARK, csvLine } from '../csv-line.js';
import type { SheetRow } from '../sheets/sheet.js';
import { isGuarded, sheetRows } from './import-sheet.js';

/** Rows that are read of the database at once. */
const AT_ONCE = 500;

/** The rows of an import's file that failed, as they were sent, each with its errors: a file that can be imported again. */
@Injectable()
export class FailedRows {
  constructor(
    private readonly imports: ImportService,
    private readonly files: FileService,
  ) {}

  /** The file, as it is written. @throws not_found where the file of the import was deleted */
  async *csv(ctx: Context, found: DataImport): AsyncGenerator<string> {
    const file = await this.files.get({ ...ctx, actor: null }, found.file_id);
    const rows = sheetRows(this.files.content(ctx, file), file.media_type);
    const asSent = isGuarded(file.media_type) ? withoutGuards : (row: SheetRow) => row;
    const header = await rows.next();
    const width = header.done ? 0 : header.value.length;
    yield `${BYTE_ORDER_MARK}${csvLine([...(header.done ? [] : asSent(header.value)), ERROR_COLUMN])}`;
    const failed = this.failed(ctx, found.id);
    let next = await failed.next();
    let number = 1;
    for await (const cells of rows) {
      if (next.done) return;
      number += 1;
      if (number !== next.value.row) continue;
      const padded = [...asSent(cells), ...Array<null>(Math.max(0, width - cells.length)).fill(null)];
      yield csvLine([...padded, next.value.errors]);
      next = await failed.next();
    }
  }

  private async *failed(ctx: Context, id: string): AsyncGenerator<{ row: number; errors: string }> {
    let after = 0;
    for (;;) {
      const some = await this.imports.failedRows(ctx, id, after, AT_ONCE);
      for (const one of some)
        yield { row: one.row, errors: one.told.map(({ field, message }) => `${field}: ${message}`).join('; ') };
      const last = some.at(-1);
      if (!last || some.length < AT_ONCE) return;
      after = last.row;
    }
  }
}

/** They are guarded again when they are written. */
const withoutGuards = (row: SheetRow): SheetRow =>
  row.map((cell) => (typeof cell === 'string' ? unguarded(cell) : cell));
