import { isBearerToken } from './bearer.js';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.a-b_c';

describe('an Authorization header', () => {
  it.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`, `Bearer\t${token}`])(
    'can hold a token: %s',
    (header) => {
      expect(isBearerToken(header)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer${token}`,
    `x Bearer ${token}`,
    'Bearer nonsense',
    'Bearer a.b',
    'Bearer a..c',
    'Bearer a.b.c.d',
    `Bearer ${token} ${token}`,
    `Bearer ${token}=`,
    `Bearer ${token}é`,
  ])('holds none: %s', (header) => {
    expect(isBearerToken(header)).toBe(false);
  });

  it('holds none that is longer than 4,096 characters', () => {
    const long = (length: number) => `Bearer a.b.${'c'.repeat(length - 'Bearer a.b.'.length)}`;
    expect(isBearerToken(long(4_096))).toBe(true);
    expect(isBearerToken(long(4_097))).toBe(false);
  });

  it.each(['x', ' ', '.', 'a.', 'Bearer ', 'Bearer a.', '\t'])('is read in no time, for any text: %j', (part) => {
    const begun = performance.now();
    for (const end of ['', '!', ' ', '.a.b']) {
      for (const length of [4_000, 15_000, 1_000_000]) {
        isBearerToken(part.repeat(length / part.length) + end);
        isBearerToken(`Bearer ${part.repeat(length / part.length)}${end}`);
      }
    }
    expect(performance.now() - begun).toBeLessThan(200);
  });
});
