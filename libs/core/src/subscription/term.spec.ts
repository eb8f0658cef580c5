import fc from 'fast-check';
import { addMonths, termEnd } from './term.js';

/** A time of day in Malaysia. */
const at = (text: string) => new Date(`${text}+08:00`);

const AHEAD_MS = 8 * 3_600_000;
const local = (instant: Date) => new Date(instant.getTime() + AHEAD_MS);
const timeOfDay = (instant: Date) => local(instant).getTime() % 86_400_000;
const monthIndex = (instant: Date) => local(instant).getUTCFullYear() * 12 + local(instant).getUTCMonth();
const daysIn = (index: number) => new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();

describe('addMonths', () => {
  it.each([
    ['2025-01-15T10:00:00', 1, '2025-02-15T10:00:00'],
    ['2025-01-31T10:00:00', 1, '2025-02-28T10:00:00'],
    ['2024-01-31T10:00:00', 1, '2024-02-29T10:00:00'],
    ['2024-02-29T10:00:00', 12, '2025-02-28T10:00:00'],
    ['2024-02-29T10:00:00', 48, '2028-02-29T10:00:00'],
    ['2025-10-31T23:59:59.999', 1, '2025-11-30T23:59:59.999'],
    ['2025-12-31T00:00:00', 2, '2026-02-28T00:00:00'],
    ['2025-03-31T00:00:00', 0, '2025-03-31T00:00:00'],
    ['2025-03-31T08:30:00', -1, '2025-02-28T08:30:00'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });

  it('goes by the Malaysian calendar, where it may already be the first', () => {
    // 31 January 20:00 UTC is 1 February 04:00 in Malaysia.
    expect(addMonths(new Date('2025-01-31T20:00:00Z'), 1)).toEqual(new Date('2025-02-28T20:00:00Z'));
  });

  it('A-73: keeps the day on which the row began after a shorter month, and any other day', () => {
    const first = at('2025-01-31T10:00:00');
    expect(addMonths(at('2025-02-28T10:00:00'), 1, first)).toEqual(at('2025-03-31T10:00:00'));
    expect(addMonths(at('2025-03-28T10:00:00'), 1, first)).toEqual(at('2025-04-28T10:00:00'));
    expect(addMonths(at('2025-03-31T10:00:00'), -1, first)).toEqual(at('2025-02-28T10:00:00'));
    expect(addMonths(at('2025-02-28T10:00:00'), 1, at('2025-01-05T10:00:00'))).toEqual(at('2025-03-28T10:00:00'));
  });

  const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

  it('lands the given months later, at the same time of day, on the same day or the last', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 1_200 }), (from, months) => {
        const to = addMonths(from, months);
        expect(monthIndex(to)).toBe(monthIndex(from) + months);
        expect(timeOfDay(to)).toBe(timeOfDay(from));
        expect(local(to).getUTCDate()).toBe(Math.min(local(from).getUTCDate(), daysIn(monthIndex(to))));
      }),
    );
  });

  it('never goes back: more months are later, and a month is 28 to 31 days', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 600 }), (from, months) => {
        const days = (addMonths(from, months + 1).getTime() - addMonths(from, months).getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }),
    );
  });
});

describe('termEnd', () => {
  const from = at('2024-01-31T09:00:00');

  it('counts months, years, or has no end', () => {
    expect(termEnd(from, 'monthly', 1)).toEqual(at('2024-02-29T09:00:00'));
    expect(termEnd(from, 'monthly', 3)).toEqual(at('2024-04-30T09:00:00'));
    expect(termEnd(from, 'yearly', 2)).toEqual(at('2026-01-31T09:00:00'));
    expect(termEnd(from, 'one_time', 1)).toBeNull();
  });
});
