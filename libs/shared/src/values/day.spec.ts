import fc from 'fast-check';
import { isCalendarDate, malaysianDay, malaysianInstant, malaysianTime } from './day.js';

describe('a calendar date', () => {
  it.each(['2025-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '0096-02-29', '9999-12-31'])('%s is one', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each(['2025-02-29', '2025-02-30', '1900-02-29', '2025-13-01', '2025-00-10', '2025-01-00', '0000-01-01', ''])(
    '%j is none',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );

  it('is written YYYY-MM-DD and in no other way', () => {
    for (const text of ['2025-2-3', '20250203', '2025-02-03T00:00:00Z', ' 2025-02-03', '03-02-2025'])
      expect(isCalendarDate(text)).toBe(false);
  });

  it('exists for every day that there was', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (instant) => isCalendarDate(instant.toISOString().slice(0, 10)),
      ),
    );
  });
});

describe('the Malaysian day', () => {
  it('begins at 16:00 UTC', () => {
    expect(malaysianDay(new Date('2026-03-10T15:59:59.999Z'))).toBe('2026-03-10');
    expect(malaysianDay(new Date('2026-03-10T16:00:00.000Z'))).toBe('2026-03-11');
    expect(malaysianDay(new Date('2025-12-31T16:00:00.000Z'))).toBe('2026-01-01');
  });
});

describe('A-67: the Malaysian time', () => {
  it('is eight hours ahead of UTC, across midnight too', () => {
    const instant = new Date('2025-03-10T16:30:00.000Z');
    expect([malaysianDay(instant), malaysianTime(instant)]).toEqual(['2025-03-11', '00:30:00']);
    expect(malaysianTime(new Date('2026-01-01T15:59:59.999Z'))).toBe('23:59:59');
  });

  it('names with its day the instant that it was taken from, to the second', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (instant) => {
          const again = malaysianInstant(malaysianDay(instant), malaysianTime(instant));
          return again.getTime() === Math.floor(instant.getTime() / 1_000) * 1_000;
        },
      ),
    );
  });
});
