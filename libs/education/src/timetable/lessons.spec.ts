import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { clashing, hoursOf, lessonsOf, weekdays, type Lesson, type Weekday } from './lessons.js';

const refusal = (schedule: Record<string, unknown>): DomainError => {
  try {
    lessonsOf(schedule);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error(`${JSON.stringify(schedule)} was accepted`);
};

const lesson = fc
  .record({
    weekday: fc.constantFrom<Weekday>(...weekdays),
    ends: fc.uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 2, maxLength: 2 }),
  })
  .map(({ weekday, ends }): Lesson => ({ weekday, from: Math.min(...ends), to: Math.max(...ends) }));

describe('the hours of a schedule (A-210)', () => {
  it('are minutes of a weekday, named in any case, with spaces round the hyphen understood', () => {
    const from = { weekday: 'tuesday', from: 1_170, to: 1_260 };
    expect(lessonsOf({ tuesday: ['19:30-21:00'] })).toEqual([from]);
    expect(lessonsOf({ ' TUESDAY ': [' 19:30 - 21:00 '] })).toEqual([from]);
    expect(lessonsOf({ friday: ['08:00-09:00', '08:30-09:30'], monday: [] })).toHaveLength(2);
  });

  it('A-181: are none on a day that is null', () => {
    expect(lessonsOf({ monday: null, tuesday: ['08:00-09:00'] })).toHaveLength(1);
  });

  it('are not looked for under other keys', () => {
    expect(lessonsOf({ isnin: ['19:30-21:00'], note: 'bila-bila', '': null })).toEqual([]);
  });

  it.each([
    ['pagi'],
    ['25:00-26:00'],
    ['19:30-24:00'],
    ['19:60-20:30'],
    ['9:00-10:00'],
    ['09:00:00-10:00:00'],
    ['21:00-19:30'],
    ['19:30-19:30'],
    ['19:30'],
    [''],
    [1930],
    [null],
    [['19:30-21:00']],
  ])('are refused where %j is among them, naming the day', (hours) => {
    const error = refusal({ monday: ['08:00-09:00'], Tuesday: ['08:00-09:00', hours] });
    expect([error.kind, error.errors?.map(({ field }) => field)]).toEqual(['invalid', ['schedule.Tuesday']]);
  });

  it.each([['19:30-21:00'], [{}], [7]])('are refused where %j stands for a list', (hours) => {
    expect(refusal({ sunday: hours }).errors?.[0]?.field).toBe('schedule.sunday');
  });

  it('are written as they are read, for any values', () => {
    fc.assert(
      fc.property(lesson, (one) => {
        expect(lessonsOf({ [one.weekday]: [hoursOf(one)] })).toEqual([one]);
      }),
    );
  });
});

describe('clashing lessons', () => {
  const at = (weekday: Weekday, hours: string): Lesson[] => lessonsOf({ [weekday]: [hours] });

  it('are those of one weekday that share a minute; touching times are free', () => {
    const taken = at('monday', '10:00-11:00');
    expect(clashing(taken, at('monday', '11:00-12:00'))).toBeNull();
    expect(clashing(taken, at('monday', '09:00-10:00'))).toBeNull();
    expect(clashing(taken, at('tuesday', '10:00-11:00'))).toBeNull();
    expect(clashing(taken, at('monday', '10:59-12:00'))).toEqual(taken[0]);
    expect(clashing(taken, at('monday', '10:15-10:45'))).toEqual(taken[0]);
    expect(clashing([], taken)).toBeNull();
  });

  it('are those of which some minute is in both, and the answer is one of the first', () => {
    const minutes = (lessons: readonly Lesson[]): Set<string> =>
      new Set(
        lessons.flatMap(({ weekday, from, to }) =>
          Array.from({ length: to - from }, (_, i) => `${weekday} ${from + i}`),
        ),
      );
    const week = fc.array(lesson, { maxLength: 5 });
    fc.assert(
      fc.property(week, week, (some, others) => {
        const taken = minutes(others);
        const first = some.find((one) => [...minutes([one])].some((minute) => taken.has(minute))) ?? null;
        expect(clashing(some, others)).toEqual(first);
        expect(clashing(others, some) === null).toBe(first === null);
      }),
    );
  });
});
