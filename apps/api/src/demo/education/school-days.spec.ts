import { publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import { dayAfter, weekdayOf } from '../core/demo-days.js';
import { isSchoolDay, schoolDays } from './school-days.js';

const year = (state: StateCode) => schoolDays(state, '2026-01-01', '2026-12-31');

it.each([
  ['02', [5, 6]],
  ['03', [5, 6]],
  ['11', [5, 6]],
  ['01', [0, 6]],
  ['10', [0, 6]],
] as const)('in state %s, weekdays %s and public holidays are no days of school', (state, rest) => {
  const days = year(state);
  expect(days.length).toBeGreaterThan(170);
  expect(days.length).toBeLessThan(220);
  expect(new Set(days.map(weekdayOf))).toEqual(
    new Set([0, 1, 2, 3, 4, 5, 6].filter((day) => !rest.includes(day as never))),
  );
  expect(days.filter((day) => publicHolidays(day, state).length > 0)).toEqual([]);
});

it('holidays are those of the state: the Sultan of Kedah has his birthday there alone', () => {
  expect(isSchoolDay('2026-06-21', '02')).toBe(false);
  expect(isSchoolDay('2026-06-21', '03')).toBe(true);
});

it('there is none in the breaks, and weeks of it between them', () => {
  const days = year('10');
  for (const day of ['2026-01-05', '2026-03-24', '2026-05-26', '2026-06-04', '2026-09-02', '2026-12-10'])
    expect([day, days.includes(day)]).toEqual([day, false]);
  expect(days[0]).toBe('2026-01-12');
  expect(days.at(-1)).toBe('2026-12-03');
});

it('a day after the last of a month or year is the first of the next', () => {
  expect([dayAfter('2026-12-31', 1), dayAfter('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
});
