import { randomInt } from 'node:crypto';
import { cellOf, readCell, type Cell } from './cell.js';
import type { Column, ColumnKind } from './column.js';

/** cells as people and spreadsheets write them. */

const column = (kind: ColumnKind, more: Partial<Column> = {}): Column => ({
  path: ['x'],
  name: 'x',
  kind,
  isRequired: false,
  ...more,
});
const read = (kind: ColumnKind, cell: NonNullable<Cell>, more?: Partial<Column>): unknown => {
  const reading = readCell(cell, column(kind, more), false);
  return 'value' in reading ? reading.value : { wrong: reading.wrong.in('en').split(':')[0] };
};
const ROUNDED = { wrong: 'A spreadsheet has rounded this number' };

it.each<[ColumnKind, NonNullable<Cell>, unknown]>([
  ['number', '1,234.50', 1234.5],
  ['number', 'RM 9.90', 9.9],
  ['number', 'rm9', 9],
  ['number', '-3', -3],
  ['number', '.5', 0.5],
  ['number', 9.9, 9.9],
  ['number', '9,90', '9,90'],
  ['number', 'sepuluh', 'sepuluh'],
  ['number', '1e3', '1e3'],
  ['number', '.', '.'],
  ['day', '2026-03-31', '2026-03-31'],
  ['day', '31/03/2026', '2026-03-31'],
  ['day', '1.3.2026', '2026-03-01'],
  ['day', new Date('2026-03-31T00:00:00Z'), '2026-03-31'],
  ['day', 'esok', 'esok'],
  ['instant', '31/03/2026 9:30', '2026-03-31T09:30'],
  ['instant', new Date('2026-03-31T09:30:00Z'), '2026-03-31T09:30:00'],
  ['instant', '2026-03-31T09:30:00.000Z', '2026-03-31T09:30:00.000Z'],
  ['time', 0.375, '09:00:00'],
  ['time', new Date('1899-12-31T14:30:00Z'), '14:30:00'],
  ['time', ' 09:00 ', '09:00'],
  ['flag', 'Ya', true],
  ['flag', 'yes', true],
  ['flag', 1, true],
  ['flag', 'TRUE', true],
  ['flag', 'tidak', false],
  ['flag', 0, false],
  ['flag', true, true],
  ['flag', 'mungkin', 'mungkin'],
  ['text', 60123450101, '60123450101'],
  ['text', 9.5, '9.5'],
  ['text', '007', '007'],
  ['text', new Date('2026-03-31T00:00:00Z'), '2026-03-31'],
  ['text', 9556000000010123, ROUNDED],
  ['text', '9.55E+12', ROUNDED],
  ['texts', 'a|b', ['a', 'b']],
  ['texts', ' a | b |', ['a', 'b']],
  ['texts', '["a|b","c"]', ['a|b', 'c']],
  ['texts', '[a', { wrong: 'This cell must be JSON' }],
  ['texts', 7, ['7']],
  ['json', '{"color":["red"]}', { color: ['red'] }],
  ['json', 'red', { wrong: 'This cell must be JSON' }],
])('%s: %j is read as %j', (kind, cell, value) => expect(read(kind, cell)).toEqual(value));

it.each<[string[], NonNullable<Cell>, unknown]>([
  [['number', 'string', 'null'], '7', 7],
  [['number', 'string', 'null'], '"7"', '7'],
  [['number', 'string', 'null'], 'P7Y', 'P7Y'],
  [['boolean', 'string', 'null'], 'true', true],
  [['boolean', 'string', 'null'], '123456', '123456'],
  [['boolean', 'string', 'null'], 123456, '123456'],
  [['string', 'null'], '{"street":"Jalan 1"}', { street: 'Jalan 1' }],
  [['string', 'null'], 'null', 'null'],
])('a field of %j reads %j as %j', (types, cell, value) => expect(read('either', cell, { types })).toEqual(value));

it('A-495: a choice is read in any case', () => {
  expect(read('choice', ' Gold ', { choices: ['bronze', 'gold'] })).toBe('gold');
  expect(read('choice', 'tin', { choices: ['bronze', 'gold'] })).toBe('tin');
});

const pieces = ['a', '|', '[', ']', '"', ' ', '7', '.', '{', '}', 'true', 'null', ',', '陳', "'"];
const text = (): string => Array.from({ length: randomInt(1, 7) }, () => pieces[randomInt(pieces.length)]).join('');
const again = (value: unknown, of: Column): unknown => {
  const cell = cellOf(value, of);
  if (cell === null) return null;
  const reading = readCell(cell, of, true);
  return 'value' in reading ? reading.value : reading;
};

it('A-495: what is written is read again as it was', () => {
  const either = column('either', { types: ['number', 'boolean', 'string', 'null'] });
  const word = (): string => text().trim() || 'x';
  for (let i = 0; i < 20_000; i += 1) {
    const [one, list] = [text(), Array.from({ length: randomInt(1, 4) }, text)];
    expect(again(one, column('text'))).toBe(one);
    expect(again(list, column('texts'))).toEqual(list);
    expect(again(one, either)).toBe(one);
    const object = { [word()]: list, b: { c: one } };
    expect(again(object, column('json'))).toEqual(object);
  }
  for (const value of [7, 0.1, true, false]) expect(again(value, either)).toBe(value);
});
