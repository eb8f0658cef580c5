import fc from 'fast-check';
import { readSheet } from 'read-excel-file/universal';
import writeXlsxFile from 'write-excel-file/node';
import { xlsxText } from './xlsx-text.js';
import { atMost } from './xlsx-writer.js';

/** texts of workbooks. */

async function again(texts: readonly string[]): Promise<unknown[]> {
  const data = texts.map((text) => [
    { value: 'x', type: String },
    { value: xlsxText(text), type: String },
  ]);
  const book = await writeXlsxFile([{ sheet: 'Data', data }]).toBuffer();
  const rows = await readSheet(new Blob([new Uint8Array(book)]), { trim: false });
  return rows.map(([, text]) => text);
}

it('A-501: every text is read again as it was', async () => {
  const piece = fc.constantFrom(
    ...['_x0041_', '_x', '0041_', '_', '\r', '\n', '\t', ' ', '\0', '\u0007', '\u001F', '\u0085', '\uFFFE', '\uFFFD'],
    ...['\uFDD0', '\u{1FFFE}', '<', '>', '&', '"', "'", '=', '1E5', '007', '😀', '\uFEFF', '\u202E', '\u2028', 'a'],
  );
  const text = fc.oneof(
    fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)),
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.string({ minLength: 1, unit: 'grapheme' }),
  );
  const sheet = fc.array(text, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sheet, async (texts) => expect(await again(texts)).toEqual(texts)),
    { numRuns: 200 },
  );
});

it('A-500: more rows than a workbook takes are refused', async () => {
  async function* rows() {
    yield [1, 2];
    yield [3, 4];
  }
  const read: number[] = [];
  const take = async (most: number): Promise<void> => {
    for await (const some of atMost(rows(), most)) read.push(...some);
  };
  await take(4);
  expect(read).toEqual([1, 2, 3, 4]);
  await expect(take(3)).rejects.toThrow('A workbook has at most 3 rows');
});
