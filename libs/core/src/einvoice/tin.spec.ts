import fc from 'fast-check';
import { normalisedTin } from './tin.js';

const RUNS = { numRuns: 500 };
const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));
const prefixes = ['C', 'CS', 'D', 'E', 'F', 'FA', 'PT', 'TA', 'TC', 'TN', 'TR', 'TP', 'J', 'LE'];
const spelt = fc.tuple(fc.constantFrom('IG', 'SG', 'OG', ...prefixes), digits(6, 11));

/** With separators and small letters here and there. */
const written = (text: string, seed: number): string =>
  [...text].map((char, i) => ((seed >> (i % 8)) & 1 ? `${char.toLowerCase()}${' -./'[i % 4] ?? ''}` : char)).join('');

describe('a TIN (A-517)', () => {
  it.each([
    ['OG123456789', 'IG123456789'],
    ['SG 0012345678', 'IG0012345678'],
    ['ig-123-456-789', 'IG123456789'],
    ['C02584563200', 'C2584563200'],
    ['C123456789', 'C1234567890'],
    ['C 2584563202', 'C25845632020'],
    ['cs000123456', 'CS1234560'],
    ['LE00123450', 'LE123450'],
    ['EI00000000010', 'EI00000000010'],
  ])('%s is kept as %s', (text, kept) => expect(normalisedTin(text)).toBe(kept));

  it.each([
    '',
    'C',
    'C000',
    'X123456789',
    '123456789',
    'IG12A456789',
    'EI00000000050',
    'IG1234567890123',
    'C1234567890123',
  ])('%j is none', (text) => expect(normalisedTin(text)).toBeNull());

  it('stays as it is once it is kept', () => {
    fc.assert(
      fc.property(spelt, ([prefix, number]) => {
        const kept = normalisedTin(`${prefix}${number}`);
        fc.pre(kept !== null);
        expect(normalisedTin(kept)).toBe(kept);
      }),
      RUNS,
    );
  });

  it('is the same however it is written', () => {
    fc.assert(
      fc.property(spelt, fc.integer({ min: 0, max: 255 }), ([prefix, number], seed) => {
        const text = `${prefix}${number}`;
        expect(normalisedTin(written(text, seed))).toBe(normalisedTin(text));
      }),
      RUNS,
    );
  });

  it('of an individual keeps its digits', () => {
    fc.assert(
      fc.property(fc.constantFrom('IG', 'SG', 'OG'), digits(4, 12), (prefix, number) => {
        expect(normalisedTin(`${prefix}${number}`)).toBe(`IG${number}`);
      }),
      RUNS,
    );
  });

  it('of all others ends in 0, has no zero behind its prefix, and at most one digit more than was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), digits(6, 11), (prefix, number) => {
        const kept = normalisedTin(`${prefix}${number}`);
        fc.pre(kept !== null);
        const kept_number = kept.slice(prefix.length);
        expect(kept).toMatch(new RegExp(`^${prefix}[1-9]\\d*0$`));
        const bare = number.replace(/^0+/, '');
        expect([bare, `${bare}0`]).toContain(kept_number);
      }),
      RUNS,
    );
  });
});
