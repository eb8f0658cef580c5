import { holidaysKnown } from './holidays.js';

describe('doctor warns of a year without public holidays six months ahead', () => {
  it.each([
    ['2026-11-27T00:00:00Z', '✓', 'known for the next 6 months'],
    ['2027-06-29T00:00:00Z', '✓', 'known for the next 6 months'],
    ['2027-07-02T00:00:00Z', '✗', 'of 2028 are not known'],
    ['2029-01-01T00:00:00Z', '✗', 'of 2029 are not known'],
  ])('on %s', (now, mark, text) => {
    const finding = holidaysKnown(new Date(now));
    expect(finding).toMatchObject({ mark, text: expect.stringContaining(text) });
  });
});
