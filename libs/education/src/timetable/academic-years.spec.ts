import { areSimultaneous, yearsOf } from './academic-years.js';

const TODAY = '2026-11-27';

it.each([
  [2026, 2026, 2026],
  ['2026', 2026, 2026],
  ['2026/2027', 2026, 2027],
  ['2026-2027', 2026, 2027],
  ['2026/27', 2026, 2027],
  ['2099/00', 2099, 2100],
  ['Sesi 2025 / 2026', 2025, 2026],
  [' ', 2026, 2026],
  [null, 2026, 2026],
])('A-363: %j covers %d to %d', (academic_year, from, to) =>
  expect(yearsOf(academic_year, TODAY)).toEqual({ from, to }),
);

it.each(['Sesi 1', '20261', 'x'])('A-363: %j names no year', (text) => expect(yearsOf(text, TODAY)).toBeNull());

it.each([
  [2026, '2026/2027', true],
  ['2025/2026', '2026/2027', true],
  ['2025/2026', 2027, false],
  [null, 2026, true],
  [null, '2027', false],
  [null, null, true],
  ['Sesi 1', ' sesi 1', true],
  ['Sesi 1', 'Sesi 2', false],
  ['Sesi 1', 2026, false],
])('A-363: %j and %j at once: %j', (a, b, expected) => {
  expect(areSimultaneous(a, b, TODAY)).toBe(expected);
  expect(areSimultaneous(b, a, TODAY)).toBe(expected);
});
