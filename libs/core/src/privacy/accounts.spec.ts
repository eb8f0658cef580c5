import { accountsPeriod } from './accounts.js';

it.each([
  ['2026-11-20T00:00:00Z', '2018-12-31T16:00:00.000Z'],
  ['2026-12-31T15:59:59Z', '2018-12-31T16:00:00.000Z'],
  // New Year in Malaysia.
  ['2026-12-31T16:00:00Z', '2019-12-31T16:00:00.000Z'],
])('at %s accounts since %s are kept: seven years from the end of their year', (now, since) => {
  expect(accountsPeriod.since(new Date(now)).toISOString()).toBe(since);
});
