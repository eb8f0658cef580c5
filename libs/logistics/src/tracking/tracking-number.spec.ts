import fc from 'fast-check';
import { checkCharacter, isComplete } from './check-character.js';
import { newTrackingNumber, readTrackingNumber } from './tracking-number.js';

const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const text = fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 20 });
const moment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2099-12-30T00:00:00Z'),
  noInvalidDate: true,
});
const number = moment.map((now) => newTrackingNumber(now));

describe('the check character of ISO 7064 MOD 37,36 (A-281)', () => {
  it.each([
    ['A12425GABC1234002', 'M'],
    ['00000000D07A0090', 'Q'],
    ['00000000D07A009000000000', 'X'],
  ])('of %s is %s', (of, character) => {
    expect(checkCharacter(of)).toBe(character);
    expect(isComplete(of + character)).toBe(true);
  });

  it('finds every wrong character', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.constantFrom(...CHARACTERS), (of, nat, wrong) => {
        const whole = of + checkCharacter(of);
        const at = nat % whole.length;
        fc.pre(whole.charAt(at) !== wrong);
        expect(isComplete(whole.slice(0, at) + wrong + whole.slice(at + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is refused to other characters, and to none', () => {
    expect(() => checkCharacter('MYé')).toThrow(RangeError);
    expect(isComplete('')).toBe(false);
    expect(isComplete('my1')).toBe(false);
  });
});

describe('a tracking number (A-281)', () => {
  it('is MY, the day in Malaysia, seven characters of base 32 and a check character', () => {
    const now = new Date('2026-03-09T16:30:00Z');
    const drawn = Array.from({ length: 500 }, () => newTrackingNumber(now));
    for (const one of drawn) expect(one).toMatch(/^MY260310[0-9A-HJKMNP-TV-Z]{7}[0-9A-Z]$/);
    expect(new Set(drawn).size).toBe(500);
    expect(newTrackingNumber(now, () => '0000000')).toBe(`MY2603100000000${checkCharacter('MY2603100000000')}`);
  });

  it('is not read with any one character wrong', () => {
    fc.assert(
      fc.property(number, fc.nat(15), fc.constantFrom(...CHARACTERS), (of, at, wrong) => {
        const read = readTrackingNumber(of.slice(0, at) + wrong + of.slice(at + 1));
        // A letter that stands for the digit there is no error.
        expect([null, of]).toContain(read);
        if (!'OIL'.includes(wrong) && wrong !== of.charAt(at)) expect(read).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not read with any two neighbours exchanged, from the random part on', () => {
    fc.assert(
      fc.property(number, (of) => {
        for (let at = 8; at < 15; at++) {
          const other = of.slice(0, at) + of.charAt(at + 1) + of.charAt(at) + of.slice(at + 2);
          if (other !== of) expect([at, readTrackingNumber(other)]).toEqual([at, null]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is drawn again where an exchange would not be found', () => {
    const now = new Date('2026-03-10T00:00:00Z');
    const hidden = CHARACTERS.map((c) => `00000${c}`).flatMap((of) => CHARACTERS.map((c) => of + c));
    const given = hidden.filter((draw) => {
      const draws = [draw, '7777777'];
      return newTrackingNumber(now, () => draws.shift() as string).slice(8, 15) === draw;
    });
    expect(given.length).toBeLessThan(hidden.length);
    expect(given.length).toBeGreaterThan(hidden.length * 0.9);
  });

  it('is read in any case, with spaces and hyphens, and with letters that stand for digits (A-282)', () => {
    const of = newTrackingNumber(new Date('2026-11-01T00:00:00Z'), () => '0A1B0C1');
    const typed = `${of.slice(0, 2)}-${of.slice(2, 8).replaceAll('0', 'o').replaceAll('1', 'l')} ${of.slice(8, 15).replaceAll('0', 'O').replaceAll('1', 'I')}-${of.slice(15)}`;
    expect(readTrackingNumber(typed.toLowerCase())).toBe(of);
    expect(readTrackingNumber(` ${of} `)).toBe(of);
    for (const wrong of [
      '',
      of.slice(1),
      `${of}0`,
      of.replace('MY', 'SG'),
      'MY',
      'é'.repeat(16),
      of.replace('MY', 'ＭＹ'),
    ])
      expect(readTrackingNumber(wrong)).toBeNull();
  });
});
