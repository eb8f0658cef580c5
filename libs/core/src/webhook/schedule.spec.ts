import { MOST_ATTEMPTS, nextDelay, retryAfterMs } from './schedule.js';

const HOUR = 3_600_000;
/** The delays of Standard Webhooks, in seconds. */
const standard = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe('A-443: the schedule of attempts', () => {
  it('is that of the standard: ten attempts', () => {
    expect(MOST_ATTEMPTS).toBe(10);
    const middle = () => 0.5;
    expect(standard.map((_, i) => nextDelay(i + 1, null, middle))).toEqual(standard.map((seconds) => seconds * 1_000));
  });

  it('is spread from 0.8 to 1.2 of each delay', () => {
    expect(nextDelay(1, null, () => 0)).toBe(4_000);
    expect(nextDelay(1, null, () => 0.999_999)).toBe(6_000);
    const drawn = Array.from({ length: 2_000 }, () => nextDelay(4, null) as number);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1.6 * HOUR);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(2.4 * HOUR);
    // Of 2,000 evenly spread delays some fall into each tenth at the ends.
    expect(Math.min(...drawn)).toBeLessThan(1.68 * HOUR);
    expect(Math.max(...drawn)).toBeGreaterThan(2.32 * HOUR);
  });

  it('ends after the tenth attempt, also where the receiver asks for later', () => {
    expect(nextDelay(10, null)).toBeNull();
    expect(nextDelay(10, HOUR)).toBeNull();
  });

  it('A-442: waits for as long as the receiver asks, at most 24 hours, and never less than scheduled', () => {
    const middle = () => 0.5;
    expect(nextDelay(1, 60_000, middle)).toBe(60_000);
    expect(nextDelay(1, 1_000, middle)).toBe(5_000);
    expect(nextDelay(1, 100 * HOUR, middle)).toBe(24 * HOUR);
  });
});

describe('A-442: Retry-After', () => {
  const now = new Date('2026-11-28T03:00:00Z');

  it.each<[string | undefined, number | null]>([
    ['0', 0],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['86400', 24 * HOUR],
    ['86401', 24 * HOUR],
    ['9'.repeat(400), 24 * HOUR],
    ['Sat, 28 Nov 2026 03:00:30 GMT', 30_000],
    ['Saturday, 28-Nov-26 03:00:30 GMT', 30_000],
    ['Sat Nov 28 03:00:30 2026', 30_000],
    ['Tue, 01 Dec 2026 03:00:00 GMT', 24 * HOUR],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    [undefined, null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['soon', null],
    ['2026-11-28T03:00:30Z', null],
    ['Sat, 99 Nov 2026 03:00:30 GMT', null],
  ])('%j → %j', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});
