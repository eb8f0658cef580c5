import { afterSearch, isStale, nextAsking, nextRejectionAsking, nextSearch, nextTry } from './sending-times.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const RESEND = 600 * SECOND;
const start = new Date('2026-11-28T08:00:00.000Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

describe('times of sending (A-521 … A-523)', () => {
  it('tries again after 1, 5, 30 s, 2, 10, 30 min, then hourly', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 40].map((tries) => nextTry(tries, start, null).getTime() - start.getTime());
    expect(waits).toEqual([SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR]);
  });

  it('obeys Retry-After, shorter or longer', () => {
    expect(nextTry(1, start, 7_000)).toEqual(after(7_000));
    expect(nextTry(7, start, 2_000)).toEqual(after(2_000));
    expect(nextTry(1, start, 0)).toEqual(start);
  });

  it('searches after 5 s, 30 s, 2 min, before a second submission, and every minute until one was answered', () => {
    const times: number[] = [];
    for (let now = start; times.length < 6;) {
      now = nextSearch(start, now, RESEND);
      times.push(now.getTime() - start.getTime());
    }
    expect(times).toEqual([5_000, 30_000, 120_000, RESEND, RESEND + MINUTE, RESEND + 2 * MINUTE]);
  });

  it('searches before a second submission that comes early', () => {
    expect(nextSearch(start, start, 2_000)).toEqual(after(2_000));
    expect(nextSearch(start, after(2_000), 2_000)).toEqual(after(62_000));
  });

  const once = { submissions: 1, first_sent_at: start, sent_at: start };

  it('submits once more, after the time that is set and within the two hours of the service', () => {
    expect(afterSearch(once, after(RESEND - 1), RESEND)).toBe('wait');
    expect(afterSearch(once, after(RESEND), RESEND)).toBe('resend');
    expect(afterSearch(once, after(115 * MINUTE - 1), RESEND)).toBe('resend');
    expect(afterSearch(once, after(115 * MINUTE), RESEND)).toBe('give_up');
  });

  it('never submits a third time', () => {
    const twice = { submissions: 2, first_sent_at: start, sent_at: after(RESEND) };
    expect(afterSearch(twice, after(2 * RESEND - 1), RESEND)).toBe('wait');
    expect(afterSearch(twice, after(2 * RESEND), RESEND)).toBe('give_up');
  });

  it('asks for results after 3 s, every 5 s for a minute, every minute, every 10 min, until 72 hours', () => {
    const asked: number[] = [];
    for (let now: Date | null = start; now !== null;) {
      now = nextAsking(start, now, 'production');
      if (now) asked.push(now.getTime() - start.getTime());
    }
    expect(asked.slice(0, 3)).toEqual([3_000, 8_000, 13_000]);
    expect(asked.filter((ms) => ms < MINUTE)).toHaveLength(12);
    expect(asked.filter((ms) => ms >= MINUTE && ms < HOUR)).toHaveLength(59);
    expect((asked.at(-1) as number) - (asked.at(-2) as number)).toBe(10 * MINUTE);
    expect(asked.at(-1)).toBeGreaterThanOrEqual(72 * HOUR);
    expect(asked.at(-1)).toBeLessThan(73 * HOUR);
  });

  it('asks the simulator every second', () => {
    expect(nextAsking(start, start, 'simulator')).toEqual(after(SECOND));
    expect(nextAsking(start, after(HOUR), 'simulator')).toEqual(after(HOUR + SECOND));
    expect(nextAsking(start, after(72 * HOUR), 'simulator')).toBeNull();
  });

  it('asks once for results of a submission that the clock dates later', () => {
    expect(nextAsking(after(MINUTE), start, 'sandbox')).toEqual(after(MINUTE + 3_000));
  });

  it('asks for rejections daily, in the simulator every 10 s, and a last time after 73 hours', () => {
    expect(nextRejectionAsking(start, start, 'production')).toEqual(after(24 * HOUR));
    expect(nextRejectionAsking(start, start, 'simulator')).toEqual(after(10 * SECOND));
    expect(nextRejectionAsking(start, after(72 * HOUR), 'sandbox')).toEqual(after(73 * HOUR));
    expect(nextRejectionAsking(start, after(73 * HOUR), 'sandbox')).toBeNull();
  });

  it('gives a document a new issue time after 70 hours', () => {
    expect(isStale(start, after(70 * HOUR))).toBe(false);
    expect(isStale(start, after(70 * HOUR + 1))).toBe(true);
  });
});
