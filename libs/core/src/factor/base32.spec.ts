import { randomBytes } from 'node:crypto';
import { decodeBase32, encodeBase32 } from './base32.js';

describe('base 32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %j as %j, as RFC 4648 does without padding', (clear, text) => {
    expect(encodeBase32(Buffer.from(clear))).toBe(text);
    expect(decodeBase32(text).toString()).toBe(clear);
  });

  it('reads what it writes, of any length', () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = randomBytes(length);
      expect(decodeBase32(encodeBase32(bytes))).toEqual(bytes);
    }
  });

  it('refuses characters that it does not write', () => {
    for (const text of ['MZXW6YT1', 'mzxw6ytb', 'MZXW6==='])
      expect(() => decodeBase32(text)).toThrow('A character is none of base 32');
  });
});
