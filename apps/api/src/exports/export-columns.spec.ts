import {
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  array,
  oneof,
  string,
  double,
  boolean,
  record,
  option,
} from 'fast-check';
import { readHeader } from '../data-tables/columns/header.js';
import { RowReader } from '../data-tables/columns/row-reader.js';
import { csvLine } from '../data-tables/csv-line.js';
import { csvRows } from '../data-tables/sheets/csv-sheet.js';
import { dataTables } from '../surfaces/reference/data-tables.js';
import { productTable } from '../surfaces/reference/retail/products.table.js';
import { shipmentTable } from '../surfaces/reference/logistics/shipments.table.js';
import { ProductView } from '../surfaces/reference/retail/products.wire.js';
import { cellsOf, exportColumns } from './export-columns.js';
import type { Column } from '../data-tables/columns/column.js';
import type { DataTable } from '../data-tables/data-table.js';

/** columns of files, and cells that are read again as they were. */

const names = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

it.each(dataTables.map((table) => [table.resource, table] as const))(
  'A-500: %s has the columns of its template first, then those of its view',
  (_, table) => {
    const columns = names(exportColumns(table.view, table, undefined));
    const { unknown, repeated, columns: read } = readHeader(table, columns);
    expect([unknown, repeated]).toEqual([[], []]);
    expect(columns[0]).toBe('id');
    const template = read.filter((column) => column !== null);
    expect(columns.slice(0, template.length)).toEqual(names(template));
    expect(columns.slice(template.length)).toContain('created_at');
  },
);

it('A-507: has the fields that are asked for, objects within by theirs', () => {
  expect(names(exportColumns(shipmentTable.view, shipmentTable, ['id', 'origin', 'created_at']))).toEqual(
    expect.arrayContaining(['id', 'origin.address.city', 'created_at']),
  );
  expect(names(exportColumns(ProductView, undefined, ['name']))).toEqual(['name']);
});

/** The body that an import reads of the row that an export wrote. */
async function again(row: object, table: DataTable): Promise<object> {
  const columns = exportColumns(table.view, table, undefined);
  const file = csvLine(names(columns)) + csvLine(cellsOf(row, columns));
  const read: (readonly unknown[])[] = [];
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(file);
  }
  for await (const cells of csvRows(content())) read.push(cells);
  const [header, cells] = read as [string[], string[]];
  const reader = new RowReader(readHeader(table, header), { isGuarded: true, clears: false });
  const { body, errors } = reader.read(cells);
  expect(errors).toEqual([]);
  return body;
}

/** Pieces that spreadsheets, CSV and the readers of cells take for something else. */
const piece = constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    '|',
    '[',
    '{',
    '\t',
    '\r',
    '\n',
    ' ',
    '9.55E+12',
    '1e5',
    '007',
    '＝',
    '\uFEFF',
  ],
  ...['true', 'null', '1,234.50', 'RM 9', '31/03/2026', 'sep=;', '陳', '😀', '\u202E', 'a'],
);
const text = oneof(
  array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
  string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
);
const number = oneof(double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Math.round(value * 100) / 100 + 0));
const open = dictionary(text, oneof(text, number, boolean(), array(text), option(text)), { minKeys: 1, maxKeys: 4 });

it('A-501: every text, number, flag and object is read again as it was', async () => {
  const row = record({
    sku: text,
    name: text,
    description: text,
    selling_price: number,
    is_active: boolean(),
    attributes: open,
  });
  await assert(
    asyncProperty(row, async (shown) => {
      const { __proto__: _, ...attributes } = JSON.parse(JSON.stringify(shown.attributes)) as Record<string, unknown>;
      const product = { ...shown, attributes };
      expect(await again(product, productTable)).toEqual(
        Object.keys(attributes).length > 0 ? product : { ...product, attributes: undefined },
      );
    }),
    { numRuns: 2_000 },
  );
});
