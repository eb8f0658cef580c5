import { isShort } from './length.js';

it.each([
  ['a receipt of 300 lines', { lines: Array(300).fill({ sku: 'a' }) }, true],
  ['one of 301', { lines: Array(301).fill({ sku: 'a' }) }, false],
  ['30 rows of 9 cells', { rows: Array(30).fill(Array(9).fill(1)) }, true],
  ['30 rows of 10 cells', { rows: Array(30).fill(Array(10).fill(1)) }, false],
  ['no lists at all', { title: 'x', at: null, seller: { name: 'y' } }, true],
])('%s: short is %s', (_what, data, short) => expect(isShort(data)).toBe(short));
