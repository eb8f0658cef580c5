import fc from 'fast-check';
import { BASE62, fromBase62, toBase62 } from './base62.js';

describe('A-414: base 62', () => {
  it('has the digits 0–9, A–Z, a–z, each once', () => {
    expect(BASE62).toMatch(/^0123456789A[B-Y]+Za[b-y]+z$/);
    expect(new Set(BASE62).size).toBe(62);
  });

  it('writes numbers with leading zeros', () => {
    expect(toBase62(0n, 3)).toBe('000');
    expect(toBase62(61n, 2)).toBe('0z');
    expect(toBase62(62n, 2)).toBe('10');
    expect(toBase62((1n << 128n) - 1n, 22)).toBe('7n42DGM5Tflk9n8mt7Fhc7');
  });

  it('reads what it writes, for every number of 128 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (number) => {
        const text = toBase62(number, 22);
        return text.length === 22 && fromBase62(text) === number;
      }),
    );
  });

  it('keeps the order of numbers', () => {
    const number = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
    fc.assert(fc.property(number, number, (a, b) => toBase62(a, 22) < toBase62(b, 22) === a < b));
  });

  it('refuses numbers that are too wide, and texts with other characters', () => {
    expect(() => toBase62(62n, 1)).toThrow(RangeError);
    expect(() => toBase62(-1n, 5)).toThrow(RangeError);
    for (const text of ['a_b', 'a-b', 'é', ' 1']) expect(fromBase62(text)).toBeNull();
  });
});
