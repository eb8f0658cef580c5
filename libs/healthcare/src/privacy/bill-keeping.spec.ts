import { billsKeptSince } from './bill-keeping.js';

it.each([
  ['2026-11-20T00:00:00Z', '2018-12-31T16:00:00.000Z'],
  ['2026-12-31T15:59:59Z', '2018-12-31T16:00:00.000Z'],
  // New Year in Malaysia.
  ['2026-12-31T16:00:00Z', '2019-12-31T16:00:00.000Z'],
])('at %s bills since %s are kept: seven years from the end of their year', (now, since) => {
  expect(billsKeptSince(new Date(now)).toISOString()).toBe(since);
});
