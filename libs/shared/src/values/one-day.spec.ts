import { oneDay } from './one-day.js';

it('a range of one day is that day, and no range', () =>
  expect(oneDay({ date_from: '2026-03-10', date_to: '2026-03-10' })).toEqual({ date: '2026-03-10' }));

it.each([
  {},
  { date_from: '2026-03-10' },
  { date_to: '2026-03-10' },
  { date_from: '2026-03-10', date_to: '2026-03-11' },
  { date_from: '2026-03-11', date_to: '2026-03-10' },
])('other ranges stay: %j', (days) => expect(oneDay(days)).toBe(days));
