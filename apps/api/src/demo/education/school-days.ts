import { publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import { dayAfter, weekdayOf } from '../core/demo-days.js';

/** Weekdays without school, Sunday first: Friday and Saturday in Kedah, Kelantan and Terengganu, elsewhere the weekend. */
const restDays: Readonly<Partial<Record<StateCode, readonly number[]>>> = { '02': [5, 6], '03': [5, 6], '11': [5, 6] };
const weekend = [0, 6] as const;

/**
 * Breaks of the school year, both days included, about where the Ministry of Education has them when the year begins in
 * January: after the first quarter, at mid-year, in the third quarter, and at the end of the year.
 */
const breaks = [
  ['01-01', '01-10'],
  ['03-20', '03-28'],
  ['05-22', '06-06'],
  ['08-28', '09-05'],
  ['12-04', '12-31'],
] as const;

/** The first day of a school year on which fees are asked for and classes made, MM-DD. */
export const YEAR_OPENS = '01-02';
/** Its last day of school, MM-DD. */
export const YEAR_ENDS = '12-03';

/** The two terms of a school year (`configuration.education.terms`): the mid-year break lies between them. */
export const schoolTerms = [
  { term: 1, from: '01-01', to: '05-31' },
  { term: 2, from: '06-01', to: '12-31' },
] as const;

/** Whether there is school on a day: not on the rest days and public holidays of the state, nor in the breaks. */
export function isSchoolDay(day: string, state: StateCode): boolean {
  if ((restDays[state] ?? weekend).includes(weekdayOf(day))) return false;
  const date = day.slice(5);
  return !breaks.some(([from, to]) => date >= from && date <= to) && publicHolidays(day, state).length === 0;
}

/** The days of school from one day to another, both included. */
export function schoolDays(state: StateCode, from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) if (isSchoolDay(day, state)) days.push(day);
  return days;
}
