import fc from 'fast-check';
import { DomainError, malaysianDay, readInstant } from '@usaha/shared';
import { isDated, lineTimes, minutesOf, type GivenTimes, type LineTimes, type TimesOf } from './line-times.js';

const CREATED = '2026-03-10';
const of = (given: GivenTimes, told: Partial<TimesOf> = {}): LineTimes =>
  lineTimes(given, { minutes: 45, created: CREATED, before: null, field: 'services.1', ...told });
const refused = (given: GivenTimes, told: Partial<TimesOf> = {}): string | undefined => {
  try {
    of(given, told);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
  return undefined;
};
const TEN = '2030-06-10T10:00:00+08:00';

describe('A-241: a start without an end', () => {
  it.each([
    [TEN, '2030-06-10T10:45:00+08:00'],
    ['2030-06-10T23:30:00Z', '2030-06-11T00:15:00Z'],
    ['2030-06-10t23:30z', '2030-06-11t00:15z'],
    ['2030-12-31 23:30:15.125-0500', '2031-01-01 00:15:15.125-0500'],
    ['2028-02-28T23:30:00', '2028-02-29T00:15:00'],
    ['10:00:00', '10:45:00'],
    ['10:00:59', '10:45:59'],
    ['10:00', '10:45:00'],
    ['23:30:00', '00:15:00'],
  ])('%s ends at %s, in its own form', (start_time, end_time) => {
    const times = of({ start_time });
    expect(times.end_time).toBe(end_time);
    expect((times.ends_at as Date).getTime() - (times.starts_at as Date).getTime()).toBe(45 * 60_000);
  });

  it('means the same instants as both would, in every form of a date-time', () => {
    const forms = fc.record({
      at: fc.date({ min: new Date('1971-01-01'), max: new Date('2999-01-01'), noInvalidDate: true }),
      between: fc.constantFrom('T', ' ', 't'),
      seconds: fc.boolean(),
      offset: fc.constantFrom('', 'Z', '+08:00', '-0330'),
      minutes: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(forms, ({ at, between, seconds, offset, minutes }) => {
        const iso = at.toISOString();
        const start_time = `${iso.slice(0, 10)}${between}${iso.slice(11, seconds ? 19 : 16)}${offset}`;
        const times = of({ start_time }, { minutes });
        expect(times.start_time).toBe(start_time);
        expect(readInstant(times.end_time as string)).toEqual(times.ends_at);
        expect((times.ends_at as Date).getTime()).toBe((times.starts_at as Date).getTime() + minutes * 60_000);
        expect(times.day).toBe(malaysianDay(times.starts_at as Date));
      }),
    );
  });
});

describe('A-108, A-242: the day of a line', () => {
  it.each([
    ['that of a start in Malaysia', { start_time: '2030-06-09T16:30:00Z' }, '2030-06-10'],
    ['that of creation for a plain start', { start_time: '10:00' }, CREATED],
    ['that of creation without times', {}, CREATED],
    ['that of creation for nulls', { start_time: null, end_time: null }, CREATED],
    [
      'that of a dated end with a plain start',
      { start_time: '10:00', end_time: '2030-06-10T11:00:00+08:00' },
      '2030-06-10',
    ],
    ['that of an end alone', { end_time: '2030-06-10T11:00:00+08:00' }, '2030-06-10'],
  ])('is %s', (_, given, day) => expect(of(given).day).toBe(day));

  it('is the one that it had for plain times, and that of creation without any', () => {
    const before = of({ start_time: TEN });
    expect(of({ start_time: '11:00', end_time: '12:00' }, { before })).toEqual({
      start_time: '11:00:00',
      end_time: '12:00:00',
      day: '2030-06-10',
      starts_at: new Date('2030-06-10T03:00:00Z'),
      ends_at: new Date('2030-06-10T04:00:00Z'),
    });
    expect(of({}, { before }).day).toBe(CREATED);
  });

  it('is that of the start for a plain end', () => {
    expect(of({ start_time: '2030-06-09T16:30:00Z', end_time: '01:00' }).ends_at).toEqual(
      new Date('2030-06-09T17:00:00Z'),
    );
  });
});

describe('what is sent back', () => {
  const given = fc.record({
    start_time: fc.constantFrom('23:30', '10:00:00', TEN, '2030-06-10 10:00', '2030-06-09T23:59:00Z', null),
    end_time: fc.constantFrom(undefined, '23:59:30', '2030-06-11T23:45:00+08:00', null),
  });

  it('is as it was, worked-out ends past midnight too, on another day and with another duration', () => {
    fc.assert(
      fc.property(given, (sent) => {
        const before = of(sent);
        const { start_time, end_time } = before;
        expect(of({ start_time, end_time }, { before, created: '2026-04-01' })).toEqual(
          start_time === null && end_time === null ? { ...before, day: '2026-04-01' } : before,
        );
      }),
    );
  });
});

describe('bad times', () => {
  it.each([
    '',
    '2030-06-10',
    '2030-02-30T10:00:00+08:00',
    '24:00:00',
    '25:00',
    '9-5',
    '10:00:60',
    '10',
    ' 10:00',
    'noon',
  ])('%j is none', (text) => {
    expect(refused({ start_time: text })).toBe('services.1.start_time');
    expect(refused({ start_time: TEN, end_time: text })).toBe('services.1.end_time');
  });

  it('an end before its start is refused, one at its start is not', () => {
    expect(refused({ start_time: TEN, end_time: '2030-06-10T01:59:59Z' })).toBe('services.1.end_time');
    expect(refused({ start_time: TEN, end_time: '09:59' })).toBe('services.1.end_time');
    expect(refused({ start_time: '23:30', end_time: '00:15' })).toBe('services.1.end_time');
    expect(refused({ start_time: TEN, end_time: '10:00' })).toBeUndefined();
  });

  it('an end beyond the year 9999 is none', () => {
    expect(refused({ start_time: '9999-12-31T23:30:00+08:00' })).toBe('services.1.start_time');
  });
});

describe('A-109, A-242: minutes', () => {
  const timed = (from: string, to: string) => ({ starts_at: new Date(from), ends_at: new Date(to), minutes: 7 });

  it('are from start to end, and those of the catalogue without both', () => {
    const untimed = { starts_at: new Date(TEN), ends_at: null, minutes: 30 };
    expect(minutesOf([timed('2030-06-10T10:00:00Z', '2030-06-10T10:50:00Z'), untimed])).toBe(80);
  });

  it('are rounded half-up together', () => {
    const half = timed('2030-06-10T10:00:00Z', '2030-06-10T10:00:30Z');
    expect([minutesOf([half]), minutesOf([half, half]), minutesOf([half, half, half])]).toEqual([1, 1, 2]);
    expect(minutesOf([timed('2030-06-10T10:00:00Z', '2030-06-10T10:00:29.999Z')])).toBe(0);
  });
});

it('A-266: a start is dated where it was given with its date', () => {
  expect([isDated(of({ start_time: TEN })), isDated(of({ start_time: '10:00' })), isDated(of({}))]).toEqual([
    true,
    false,
    false,
  ]);
});
