import fc from 'fast-check';
import { isCalendarDate } from '@usaha/shared';

const pad = (n: number, width: number) => String(n).padStart(width, '0');
const written = (year: number, month: number, day: number) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOf = (year: number, month: number) =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;

describe('a calendar date (A-23)', () => {
  it.each([
    '2025-02-30',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '2023-02-29',
    '1900-02-29',
    '0000-01-01',
    '2026-04-31',
  ])('does not exist: %s', (text) => expect(isCalendarDate(text)).toBe(false));

  it.each(['2024-02-29', '2000-02-29', '1990-01-01', '2026-12-31', '0048-02-29', '9999-12-31'])('exists: %s', (text) =>
    expect(isCalendarDate(text)).toBe(true),
  );

  it.each([
    '',
    '2026-3-10',
    '10-03-2026',
    '2026/03/10',
    '2026-03-10T00:00:00Z',
    ' 2026-03-10',
    '2026-03-10\n',
    '٢٠٢٦-٠٣-١٠',
    '+2026-03-10',
  ])('is not written so: %j', (text) => expect(isCalendarDate(text)).toBe(false));

  it('exists exactly when the month has that day', () => {
    const number = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(number(9_999), number(99), number(99), (year, month, day) => {
        const exists = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
        expect(isCalendarDate(written(year, month, day))).toBe(exists);
      }),
      { numRuns: 500 },
    );
  });

  it('exists for every day of the calendar', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(fc.property(day, (date) => expect(isCalendarDate(date.toISOString().slice(0, 10))).toBe(true)));
  });
});
