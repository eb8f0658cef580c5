import { deflateRawSync, crc32 } from 'node:zlib';
import writeXlsxFile from 'write-excel-file/node';
import { xlsxRows } from '../../apps/api/dist/data-tables/sheets/xlsx-sheet.js';
import { ZipWriter } from '../../apps/api/dist/zip/zip-writer.js';

/** A-496: workbooks are read in a thread, within limits of size, memory and time. */

jest.setTimeout(120_000);

async function read(content: Uint8Array, longest?: number): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of xlsxRows(content, longest)) rows.push(row);
  return rows;
}
const refusal = async (content: Uint8Array, longest?: number): Promise<string> => {
  try {
    await read(content, longest);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was read');
};

async function archive(parts: Readonly<Record<string, string | Iterable<Uint8Array>>>): Promise<Buffer> {
  const written: Uint8Array[] = [];
  const writer = new ZipWriter(async (bytes) => void written.push(bytes), new Date(0));
  for (const [name, content] of Object.entries(parts))
    await writer.add(name, typeof content === 'string' ? [Buffer.from(content)] : content);
  await writer.end();
  return Buffer.concat(written);
}

const FIXED = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  'xl/workbook.xml':
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
};
const sheet = (rows: string, prolog = ''): string =>
  `<?xml version="1.0"?>${prolog}<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

function* zeros(bytes: number): Generator<Uint8Array> {
  const part = Buffer.alloc(1_000_000, ' ');
  for (let left = bytes; left > 0; left -= part.length) yield part.subarray(0, Math.min(left, part.length));
}

it('A-496: the first sheet is read with its types, and texts as they are', async () => {
  const book = await writeXlsxFile([
    [{ value: 'sku' }, { value: 'price' }, { value: 'on' }, { value: 'ok' }],
    [
      { value: " '=1+1 ", type: String },
      { value: 9.9, type: Number },
      { value: new Date('2026-03-31'), type: Date, format: 'dd/mm/yyyy' },
      { value: true, type: Boolean },
    ],
  ]).toBuffer();
  expect(await read(book)).toEqual([
    ['sku', 'price', 'on', 'ok'],
    [" '=1+1 ", 9.9, new Date('2026-03-31T00:00:00Z'), true],
  ]);
});

it('A-496: bombs are refused before they are unpacked', async () => {
  const bomb = await archive({ ...FIXED, 'xl/worksheets/sheet1.xml': zeros(150_000_000) });
  expect(bomb.length).toBeLessThan(300_000);
  expect(await refusal(bomb)).toMatch(/larger than 50 MB/);
  const packed = await archive({ ...FIXED, 'xl/worksheets/sheet1.xml': zeros(40_000_000) });
  expect(await refusal(packed)).toMatch(/more than 100 times/);
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`xl/x${i}.xml`, '<a/>']));
  expect(await refusal(await archive(many))).toMatch(/more than 200 parts/);
});

it('A-496: a part that is larger than the directory says is not unpacked further', async () => {
  const content = Buffer.alloc(3_000_000, ' ');
  const lying = await archive({ ...FIXED, 'xl/worksheets/sheet1.xml': [content] });
  const at = lying.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
  lying.writeUInt32LE(1_000, at + 24);
  lying.writeUInt32LE(crc32(Buffer.alloc(1_000, ' ')), at + 16);
  expect(await refusal(lying)).toMatch(/cannot be read/);
  expect(deflateRawSync(content).length).toBeLessThan(lying.length);
});

it('A-496: entities are not expanded', async () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  const prolog = `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`;
  const book = await archive({
    ...FIXED,
    'xl/worksheets/sheet1.xml': sheet(`<row r="1">${cell('A1', '&l9;')}</row>`, prolog),
  });
  const told = await read(book).then(
    (rows) => JSON.stringify(rows),
    (error: Error) => error.message,
  );
  expect(told.length).toBeLessThan(200);
  expect(told).not.toContain('lollol');
});

it('A-496: a cell far away, and a sheet that takes too long, take no more than the thread', async () => {
  const before = process.memoryUsage().rss;
  const far = await archive({
    ...FIXED,
    'xl/worksheets/sheet1.xml': sheet(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`),
  });
  expect(await refusal(far)).toMatch(/takes too long, or too much memory/);
  const rows = Array.from(
    { length: 60_000 },
    (_, i) => `<row r="${i + 1}">${cell(`A${i + 1}`, `t${i * 7_919}`)}</row>`,
  ).join('');
  const long = await archive({ ...FIXED, 'xl/worksheets/sheet1.xml': sheet(rows) });
  expect(await refusal(long, 5)).toMatch(/takes too long/);
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
});

it('A-496: what is no workbook is told so', async () => {
  for (const content of [Buffer.from('sku,name'), await archive({ 'a.txt': 'x' }), Buffer.alloc(0)])
    expect(await refusal(content)).toMatch(/cannot be read as an XLSX workbook/);
});
