import { expiryOf, sessionsOf } from './package-terms.js';

const service = (frequency: unknown, duration_months: number | null = null, sessions: number | null = null) => ({
  frequency,
  duration_months,
  sessions,
});

it.each([
  ['as many as it says', service('weekly', 3, 7), null, 7],
  ['weekly: four a month', service('weekly', 3), null, 12],
  ['fortnightly: two a month, in any case', service(' Fortnightly ', 6), null, 12],
  ['monthly: one a month', service('monthly', 6), null, 6],
  ['a number: this many a month (A-299)', service(3, 2), null, 6],
  ['once: one in all', service('once', 12), null, 1],
  ['without its own months: over those of the package', service('monthly'), 6, 6],
  ['without any months', service('monthly'), null, null],
  ['by another text', service('when it rains', 6), 6, null],
  ['by nothing', service(null, 6), 6, null],
  ['by a fraction that makes no whole number', service(0.5, 3), null, null],
  ['by a fraction that makes one', service(0.5, 6), null, 3],
  ['by a name of every object', service('constructor', 6), null, null],
])('A-271: sessions %s', (_, packaged, validity, sessions) => expect(sessionsOf(packaged, validity)).toBe(sessions));

it.each([
  ['2026-03-10', 6, '2026-09-10'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-03-10', null, null],
  ['9999-12-01', 1, null],
  ['2026-03-10', 2 ** 31 - 1, null],
])('A-271: a package of %s that holds %p months ends on %p', (day, months, last) =>
  expect(expiryOf(day, months)).toBe(last),
);
