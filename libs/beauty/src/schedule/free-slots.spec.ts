import fc from 'fast-check';
import { malaysianInstant } from '@usaha/shared';
import { freeStarts, type SoughtTime } from './free-slots.js';

const MONDAY = '2029-03-12';
const sought = (told: Partial<SoughtTime> = {}): SoughtTime => ({
  date: MONDAY,
  minutes: 60,
  state: null,
  rules: {},
  ...told,
});
const minutesOf = (spans: readonly { from: Date }[]): number[] =>
  spans.map(({ from }) => (from.getTime() - malaysianInstant(MONDAY, '00:00:00').getTime()) / 60_000);
const at = (from: number, to: number) => {
  const day = malaysianInstant(MONDAY, '00:00:00').getTime();
  return { from: new Date(day + from * 60_000), to: new Date(day + to * 60_000) };
};

it('A-273: without hours every quarter of the day is free', () => {
  expect(minutesOf(freeStarts(sought(), null, []))).toEqual(Array.from({ length: 96 }, (_, i) => i * 15));
});

it('a service ends with the hours, and lasts past midnight with those that do', () => {
  const hours = { monday: ['09:10-10:50', '23:00-00:30'] };
  expect(minutesOf(freeStarts(sought(), hours, []))).toEqual([555, 570, 585, 1_380, 1_395, 1_410]);
});

it('is what lies within the hours and overlaps nothing that is taken, minute by minute', () => {
  const times = fc.tuple(fc.integer({ min: 0, max: 1_600 }), fc.integer({ min: 1, max: 300 }));
  fc.assert(
    fc.property(fc.array(times, { maxLength: 5 }), fc.integer({ min: 1, max: 400 }), (taken, minutes) => {
      const spans = taken.map(([from, long]) => at(from, from + long));
      const busy = new Set(taken.flatMap(([from, long]) => Array.from({ length: long }, (_, i) => from + i)));
      const isFree = (start: number) => {
        const needed = Array.from({ length: minutes }, (_, i) => start + i);
        return needed.every((minute) => minute >= 540 && minute < 1_140 && !busy.has(minute));
      };
      const expected = Array.from({ length: 96 }, (_, i) => i * 15).filter(isFree);
      expect(minutesOf(freeStarts(sought({ minutes }), { monday: ['09:00-19:00'] }, spans))).toEqual(expected);
    }),
  );
});

it('holidays and prayer times are left out where the salon keeps them', () => {
  const christmas = { date: '2026-12-25' };
  expect(freeStarts(sought(christmas), null, [])).toHaveLength(96);
  expect(freeStarts(sought({ ...christmas, rules: { closed_on_public_holidays: true } }), null, [])).toEqual([]);
  const kept = freeStarts(sought({ rules: { avoid_prayer_times: true } }), null, []);
  expect(kept.length).toBeGreaterThan(60);
  expect(kept.length).toBeLessThan(96);
});
