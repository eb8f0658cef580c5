import { randomInt } from 'node:crypto';
import { guarded, unguarded } from '../columns/formula-guard.js';
import { csvLine } from '../csv-line.js';
import { csvRows, delimiterOf } from './csv-sheet.js';
import { SheetError, type SheetRow } from './sheet.js';

/** CSV files as they come. */

async function* parts(content: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function read(text: string | Uint8Array, size?: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of csvRows(parts(Buffer.from(text), size))) rows.push(row);
  return rows;
}

it.each([
  [
    'sku,name\r\nA,Kopi\r\n',
    [
      ['sku', 'name'],
      ['A', 'Kopi'],
    ],
  ],
  [
    '\uFEFFsku;name\nA;"a;b"\n',
    [
      ['sku', 'name'],
      ['A', 'a;b'],
    ],
  ],
  [
    'sku\tname\rA\tKopi\r',
    [
      ['sku', 'name'],
      ['A', 'Kopi'],
    ],
  ],
  [
    'sep=;\r\nsku;name\r\nA;1,5\r\n',
    [
      ['sku', 'name'],
      ['A', '1,5'],
    ],
  ],
  ['sku,name\n\nA,"x\r\ny"\n', [['sku', 'name'], [''], ['A', 'x\r\ny']]],
  ['"a,b,c";d\n', [['a,b,c', 'd']]],
  ['陳,முத்து', [['陳', 'முத்து']]],
  ['', []],
])('A-496: %j is read', async (text, rows) => expect(await read(text)).toEqual(rows));

it('A-496: the delimiter is the one that the header has most of', () => {
  expect(['a,b;c,d', 'a;b', 'a\tb', 'a', '"a;b;c",d'].map(delimiterOf)).toEqual([',', ';', '\t', ',', ',']);
});

it.each([
  ['a,b\nx,"y', 'Line'],
  ['a,b\nx"y,z\n', 'Line'],
  [Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a]), 'The file is not text'],
])('A-496: %j is refused with a reason', async (text, reason) => {
  const error = await read(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SheetError);
  expect((error as Error).message).toContain(reason);
});

it('A-501: texts are read as they were written, however they are cut', async () => {
  const pieces = ["'", '=', '-', '@', '\r', '\n', '\r\n', ' ', ';', ',', '"', '\t', 'a', '陳', '|'];
  const text = (): string => Array.from({ length: randomInt(8) }, () => pieces[randomInt(pieces.length)]).join('');
  const rows = Array.from({ length: 400 }, () => [`x${text()}`, text(), text()]);
  const file = `\uFEFF${csvLine(['a', 'b', 'c'])}${rows.map(csvLine).join('')}`;
  const [, ...found] = await read(file, 5);
  expect(found.map((row) => row.map((cell) => unguarded(String(cell))))).toEqual(rows);
  expect(found).toEqual(rows.map((row) => row.map(guarded)));
});
