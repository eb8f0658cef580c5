import { warningOf } from './certificate-warning.js';

const until = new Date('2026-12-31T12:00:00Z');
const before = (days: number, ms = 0): Date => new Date(until.getTime() - days * 86_400_000 + ms);

describe('A-527: a certificate that ends', () => {
  it.each([
    [before(30, -1), null],
    [before(30), '2026-12-31/30'],
    [before(7, -1), '2026-12-31/30'],
    [before(7), '2026-12-31/7'],
    [before(1), '2026-12-31/1'],
    [before(0, -1), '2026-12-31/1'],
    [before(0), null],
  ])('at %s is told as %s', (now, occasion) => {
    expect(warningOf(until, now)?.occasion ?? null).toBe(occasion);
  });

  it('is told until the next letter is due, or it has ended', () => {
    expect(warningOf(until, before(20))?.expires_at).toEqual(before(7));
    expect(warningOf(until, before(5))?.expires_at).toEqual(before(1));
    expect(warningOf(until, before(0, -1))?.expires_at).toEqual(until);
  });
});
