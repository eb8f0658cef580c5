import fc from 'fast-check';
import { readRetentionPeriod, retainedUntil } from './retention-period.js';

describe('A-175: a retention period', () => {
  it.each([
    [7, { months: 84, days: 0 }],
    [0.5, { months: 6, days: 0 }],
    [0.01, { months: 1, days: 0 }],
    ['P7Y', { months: 84, days: 0 }],
    [' P1Y6M ', { months: 18, days: 0 }],
    ['P2W', { months: 0, days: 14 }],
    ['P1Y2M3W4D', { months: 14, days: 25 }],
    ['PT36H', { months: 0, days: 2 }],
    ['P1DT1S', { months: 0, days: 2 }],
    ['P1DT0,5S', { months: 0, days: 2 }],
  ])('of %j is understood: years, or an ISO 8601 duration; a part of a month or day is a whole one', (period, span) => {
    expect(readRetentionPeriod(period)).toEqual(span);
  });

  it.each([
    ['7'],
    ['7 years'],
    ['selama-lamanya'],
    [''],
    ['P'],
    ['PT'],
    ['P1'],
    ['P1YT'],
    ['p7y'],
    ['P-1Y'],
    ['P1.5Y'],
    ['P7Y or so'],
    ['P0D'],
    [0],
    [-1],
    [-0.01],
  ])('of %j is not, and never acted on', (period) => {
    expect(readRetentionPeriod(period)).toBeNull();
    expect(retainedUntil(period, '1900-01-01')).toBeNull();
  });

  it.each([
    [7, '2019-03-10', '2026-03-10'],
    [1, '2024-02-29', '2025-02-28'],
    ['P1M', '2026-01-31', '2026-02-28'],
    ['P1M1D', '2026-01-31', '2026-03-01'],
    ['P1D', '2026-12-31', '2027-01-01'],
    ['P14M', '2026-11-30', '2028-01-30'],
    [1_000, '2026-01-01', '3026-01-01'],
  ])('of %j after %s ends on %s', (period, last_active, end) => {
    expect(retainedUntil(period, last_active)).toBe(end);
  });

  it.each([[1_001], [1e300], ['P99999999999Y'], ['P999999999D'], [Number.MAX_VALUE]])('of %j has no end', (period) => {
    expect(retainedUntil(period, '2026-01-01')).toBeNull();
  });

  // A year that is written with more digits would be read as one long ago, and its data be taken for overdue.
  it.each([
    [1, '9999-06-01'],
    ['P1D', '9999-12-31'],
    [1_000, '9000-01-01'],
  ])('of %j after %s, an appointment "for ever", has no end', (period, last_active) => {
    expect(retainedUntil(period, last_active)).toBeNull();
  });

  it('never ends before it began, and a longer one never earlier', () => {
    const days = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 300 }), (day, months, more) => {
        const short = retainedUntil(`P${months}M`, day) as string;
        const long = retainedUntil(`P${months + more}M`, day) as string;
        expect(short > day && long >= short).toBe(true);
      }),
    );
  });
});
