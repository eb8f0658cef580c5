import fc from 'fast-check';
import { stateCodes } from '@usaha/shared/malaysia';
import { dayOfService, promiseOf, type Promised } from './promise.js';

const promised = (given: Partial<Promised> = {}): Promised => ({
  delivery_date: null,
  delivery_time_window: null,
  service_type: 'standard',
  from: '10',
  to: '10',
  ...given,
});
const created = new Date('2026-03-02T02:00:00Z');

describe('the day of a service (A-286)', () => {
  it.each([
    ['express', '10', '10', '2026-03-03'],
    ['express', '10', '01', '2026-03-03'],
    ['express', '10', '13', '2026-03-05'],
    ['standard', '10', '10', '2026-03-04'],
    ['standard', '10', '01', '2026-03-05'],
    ['standard', '12', '13', '2026-03-05'],
    ['standard', '12', '15', '2026-03-05'],
    ['standard', '13', '10', '2026-03-11'],
    ['economy', '10', '10', '2026-03-05'],
    // Neither Nuzul Al-Quran on Saturday the 7th nor Sunday counts; in Terengganu neither do the 4th, Friday, and Nuzul Al-Quran's replacement.
    ['economy', '10', '14', '2026-03-09'],
    ['standard', '10', '11', '2026-03-09'],
    // Where a state is not known: the same land mass, and no holidays.
    ['economy', null, '10', '2026-03-09'],
    ['economy', '10', null, '2026-03-07'],
  ] as const)('of %s from %s to %s is %s', (service_type, from, to, day) => {
    expect(dayOfService('2026-03-02', { service_type, from, to })).toBe(day);
  });

  it('passes over public holidays of the destination, and over none where it is not known', () => {
    expect(dayOfService('2026-08-30', { service_type: 'express', from: '10', to: '10' })).toBe('2026-09-01');
    expect(dayOfService('2026-08-30', { service_type: 'express', from: '10', to: null })).toBe('2026-08-31');
  });

  it('is no later for the faster service', () => {
    const state = fc.option(fc.constantFrom(...stateCodes));
    const day = fc
      .integer({ min: 0, max: 729 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, state, state, (on, from, to) => {
        const [express, standard, economy] = (['express', 'standard', 'economy'] as const).map((service_type) =>
          dayOfService(on, { service_type, from, to }),
        ) as [string, string, string];
        expect(on < express && express <= standard && standard <= economy).toBe(true);
      }),
    );
  });
});

describe('an estimate (A-285), and the last moment on time (A-312)', () => {
  const window = (start: string | null, end: string | null) => ({ start, end });
  it.each([
    [
      'the end of the window',
      '2029-05-10',
      window('09:00:00', '12:00:00'),
      '2029-05-10T04:00:00.000Z',
      '2029-05-10T04:00:00.000Z',
    ],
    ['six in the evening', '2029-05-10', null, '2029-05-10T10:00:00.000Z', '2029-05-10T15:59:59.999Z'],
    [
      'six in the evening of an open window',
      '2029-05-10',
      window('09:00:00', null),
      '2029-05-10T10:00:00.000Z',
      '2029-05-10T15:59:59.999Z',
    ],
    [
      'the next day for a night window',
      '2029-05-10',
      window('22:00:00', '02:00:00'),
      '2029-05-10T18:00:00.000Z',
      '2029-05-10T18:00:00.000Z',
    ],
    [
      'the end of a window without a start',
      '2029-05-10',
      window(null, '02:00:00'),
      '2029-05-09T18:00:00.000Z',
      '2029-05-09T18:00:00.000Z',
    ],
    ['the day of the service', null, null, '2026-03-04T10:00:00.000Z', '2026-03-04T15:59:59.999Z'],
    [
      'the day of the service at the end of the window',
      null,
      window('09:00:00', '12:00:00'),
      '2026-03-04T04:00:00.000Z',
      '2026-03-04T15:59:59.999Z',
    ],
  ])('is %s', (_, delivery_date, delivery_time_window, estimated, until) => {
    const { estimated_delivery_time, promised_until } = promiseOf(
      created,
      promised({ delivery_date, delivery_time_window }),
    );
    expect([estimated_delivery_time.toISOString(), promised_until.toISOString()]).toEqual([estimated, until]);
  });

  it('counts from the day in Malaysia', () => {
    const { estimated_delivery_time } = promiseOf(new Date('2026-03-02T16:30:00Z'), promised());
    expect(estimated_delivery_time.toISOString()).toBe('2026-03-05T10:00:00.000Z');
  });
});
