import { saidPeriod } from './period.js';

it.each([
  ['2026-03', 'March 2026', 'Mac 2026'],
  [' 2026-12 ', 'December 2026', 'Disember 2026'],
  ['2026-13', '2026-13', '2026-13'],
  ['2026-T1', 'Term 1 2026', 'Penggal 1 2026'],
  ['Penggal 1', 'Penggal 1', 'Penggal 1'],
  ['2026', '2026', '2026'],
])('A-362: %s is printed as %s and %s', (period, en, ms) =>
  expect([saidPeriod(period, 'en'), saidPeriod(period, 'ms')]).toEqual([en, ms]),
);
