import { productTable } from '../../surfaces/reference/retail/products.table.js';
import { shipmentTable } from '../../surfaces/reference/logistics/shipments.table.js';
import { dataTables } from '../../surfaces/reference/data-tables.js';
import { customerTable } from '../../surfaces/reference/retail/customers.table.js';
import { columnsOf } from './column.js';
import { readHeader } from './header.js';
import { labelOf } from './labels.js';
import { RowReader } from './row-reader.js';

/** headers and rows of files. */

const reader = (names: string[], { table = customerTable, clears = false, isGuarded = true } = {}) =>
  new RowReader(readHeader(table, names), { clears, isGuarded });

it.each(dataTables.map((table) => [table.resource, table] as const))(
  '%s: each column has its own labels',
  (_, table) => {
    const { columns, viewed } = columnsOf(table);
    for (const language of ['en', 'ms'] as const) {
      const labels = columns.map(({ path }) => labelOf(path)[language].toLowerCase());
      expect(labels.filter((label, i) => labels.indexOf(label) !== i)).toEqual([]);
      const read = readHeader(
        table,
        columns.map(({ path }) => labelOf(path)[language].toUpperCase()),
      );
      expect(read.columns.map((column) => column?.name)).toEqual(columns.map(({ name }) => name));
    }
    expect(viewed).toContain('created_at');
  },
);

it('A-495: a header has names or labels in any case; columns of views say nothing, others are named', () => {
  const names = [
    'SKU',
    'Harga Jualan (RM)',
    'selling price (rm)',
    'created_at',
    'ic_verification.age',
    'Warna',
    '',
    'error',
  ];
  const { columns, unknown, repeated, unnamed } = readHeader(productTable, names);
  expect(columns.map((column) => column?.name)).toEqual([
    'sku',
    'selling_price',
    'selling_price',
    ...Array(5).fill(undefined),
  ]);
  expect({ unknown, repeated, unnamed: [...unnamed] }).toEqual({
    unknown: ['ic_verification.age', 'Warna'],
    repeated: ['selling_price'],
    unnamed: [6],
  });
});

it('A-495: empty cells say nothing, or clear', () => {
  const names = ['first_name', 'notes', 'address.city', 'address.street'];
  expect(reader(names).read(['Siti', '', '', '']).body).toEqual({ first_name: 'Siti' });
  expect(reader(names, { clears: true }).read(['Siti', '', '', '']).body).toEqual({
    first_name: 'Siti',
    notes: null,
    address: null,
  });
  expect(reader(names).read(['Siti', '', 'Ipoh', '']).body).toEqual({ first_name: 'Siti', address: { city: 'Ipoh' } });
});

it('A-495: fields of an object that a row does not say stay', () => {
  const row = reader(['origin.address.city', 'origin.phone_number', 'notes'], { table: shipmentTable }).read([
    'Ipoh',
    '',
    'x',
  ]);
  const shown = {
    origin: { company_name: 'Aman', address: { city: 'Kuala Lumpur', state: 'Perak' } },
    notes: null,
    cod: true,
  };
  expect(row.completed?.(shown)).toEqual({
    origin: { company_name: 'Aman', address: { city: 'Ipoh', state: 'Perak' } },
    notes: 'x',
  });
});

it('A-501: an apostrophe is taken off texts of CSV alone', () => {
  expect(reader(['notes']).read(["'=1"]).body).toEqual({ notes: '=1' });
  expect(reader(['notes'], { isGuarded: false }).read(["'=1"]).body).toEqual({ notes: "'=1" });
  expect(reader(['notes']).read(["'9.55E+12"]).body).toEqual({ notes: '9.55E+12' });
});

it('A-496: values without a column, and cells that are too long, are errors of their rows', () => {
  expect(
    reader(['notes', ''])
      .read(['a', 'b', 'c'])
      .errors?.map(({ field }) => field),
  ).toEqual(['column 2', 'column 3']);
  expect(
    reader(['notes'])
      .read(['x'.repeat(10_001)])
      .errors?.map(({ field }) => field),
  ).toEqual(['notes']);
  expect(reader(['notes']).read([`'=${'x'.repeat(9_999)}`]).errors).toEqual([]);
});
