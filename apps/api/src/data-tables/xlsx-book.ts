import type { Sheet } from 'write-excel-file/node';

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A sheet of texts, with its name. */
export interface TextSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** A workbook of a few short sheets. Every cell is a typed string: none is a formula. */
export async function xlsxBook(sheets: readonly TextSheet[]): Promise<Uint8Array> {
  // Loaded when a workbook is first asked for.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const written = sheets.map(({ name, rows }): Sheet<never> => ({
    sheet: name,
    stickyRowsCount: 1,
    data: rows.map((row, place) =>
      row.map((value) => ({ value, type: String, ...(place === 0 && { fontWeight: 'bold' as const }) })),
    ),
  }));
  return writeXlsxFile(written).toBuffer();
}
