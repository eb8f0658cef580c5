import { randomInt } from 'node:crypto';
import { guarded, isRounded, unguarded } from './formula-guard.js';

/** texts of CSV files, which spreadsheets work out. */

const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|;\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

it.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["'Kopi", "'Kopi"],
  [' -2', "' -2"],
  ['Kopi;=1', "Kopi;'=1"],
  ["a; '@x", "a; ''@x"],
  ['9.55E+12', "'9.55E+12"],
  [' 1e5\n', "' 1e5\n"],
  ['Kopi O', 'Kopi O'],
  ['', ''],
])('A-501: %j stands as %j', (text, cell) => {
  expect(guarded(text)).toBe(cell);
  expect(unguarded(cell)).toBe(text);
});

it('A-501: is exact for every text, and no text is a formula', () => {
  const pieces = [
    "'",
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ' ',
    ';',
    'a',
    '1',
    'E',
    '.',
    ',',
    '"',
    '＝',
    '＠',
    '|',
    '陳',
  ];
  for (let i = 0; i < 50_000; i += 1) {
    const text = Array.from({ length: randomInt(9) }, () => pieces[randomInt(pieces.length)]).join('');
    const cell = guarded(text);
    if (unguarded(cell) !== text || FORMULA.test(cell)) throw new Error(JSON.stringify({ text, cell }));
  }
});

it('A-495: knows a number that was rounded, and not a text that was guarded', () => {
  expect(['9.55E+12', '1,2E+5', ' 9E12 '].map(isRounded)).toEqual([true, true, true]);
  expect(["'9.55E+12", " '1e5", 'E12', '12', 'SKU-9E12x'].map(isRounded)).toEqual(Array(5).fill(false));
});
