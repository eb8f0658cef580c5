import fc from 'fast-check';
import { MAX_MONEY, fromSen, money, toRate, toSen } from './money.js';

/** Amounts as a till has them, by their sen. */
const sens = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n });

describe('money', () => {
  it.each([
    [1.005, 1.01],
    [1.004999, 1],
    [0.615, 0.62],
    [2.675, 2.68],
    [1e-7, 0],
    [5e-324, 0],
    [0.005, 0.01],
    [-1.005, -1.01],
    [-0, 0],
    [1e21, 1e21],
    [MAX_MONEY, MAX_MONEY],
  ])('rounds %d to %d', (amount, rounded) => {
    expect(money.round(amount)).toBe(rounded);
  });

  it('adds exactly', () => {
    expect(money.add(0.1, 0.2)).toBe(0.3);
    expect(money.add(1.1, 2.2, -3.3)).toBe(0);
    expect(money.add()).toBe(0);
  });

  it('multiplies and rounds once', () => {
    expect(money.times(1.15, 3)).toBe(3.45);
    expect(money.times(0.335, 3)).toBe(1.01);
    expect(money.times(19.99, 0.5)).toBe(10);
    expect(money.percent(16.75, 6)).toBe(1.01);
    expect(money.percent(100, 6.125)).toBe(6.13);
  });

  it('shares an amount out by parts, rounded once', () => {
    expect([1, 2, 3].map((parts) => money.share(28.62, parts, 3))).toEqual([9.54, 19.08, 28.62]);
    expect([1, 2].map((parts) => money.share(10, parts, 3))).toEqual([3.33, 6.67]);
    expect(money.share(0.01, 1, 2)).toBe(0.01);
    expect(money.share(-0.01, 1, 2)).toBe(-0.01);
  });

  it('keeps a rate with at most four decimals, half-up', () => {
    expect([6, 0, 33.3333, 33.33335, 6.12344, 0.00004].map(toRate)).toEqual([6, 0, 33.3333, 33.3334, 6.1234, 0]);
  });

  it('refuses what cannot be kept', () => {
    for (const amount of [-0.01, MAX_MONEY + 0.01, Infinity, NaN])
      expect(() => money.within('price', amount)).toThrow(/^price must come to an amount from 0 to 999999999999.99/);
    expect(money.within('price', MAX_MONEY)).toBe(MAX_MONEY);
    expect(money.within('price', 0.005)).toBe(0.01);
    expect(() => toSen(NaN)).toThrow(new RangeError('NaN is no amount'));
    expect(() => toSen(-Infinity)).toThrow(new RangeError('-Infinity is no amount'));
  });

  it('loses no sen on the way to a JSON number and back', () => {
    fc.assert(fc.property(sens, (sen) => toSen(JSON.parse(JSON.stringify(fromSen(sen))) as number) === sen));
  });

  it('shows at most two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: MAX_MONEY, noNaN: true }), (amount) =>
        /^\d+(\.\d{1,2})?$/.test(String(money.round(amount))),
      ),
    );
  });

  it('rounds to the nearest sen, of two equally near the greater', () => {
    const thousandths = fc.integer({ min: 0, max: 10 ** 12 });
    fc.assert(
      fc.property(
        thousandths,
        (n) =>
          toSen(Number(`${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`)) ===
          BigInt(Math.floor((n + 5) / 10)),
      ),
    );
  });

  describe('is what whole numbers of any size say', () => {
    /** What a number is as it is written, times a power of ten that leaves no fraction. */
    const whole = (value: number, power: number): bigint => {
      const [, sign = '', digits = '', fraction = '', exponent = '0'] =
        /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
      return BigInt(sign + digits + fraction) * 10n ** BigInt(power - fraction.length + Number(exponent));
    };
    const POWER = 330;
    const halfUp = (value: bigint, unit: bigint): bigint => {
      const away = ((value < 0n ? -value : value) * 2n + unit) / (unit * 2n);
      return value < 0n ? -away : away;
    };
    const sen = (value: number): bigint => halfUp(whole(value, POWER), 10n ** BigInt(POWER - 2));
    const product = (a: number, b: number, hundredths: number): bigint =>
      halfUp(whole(a, POWER) * whole(b, POWER), 10n ** BigInt(2 * POWER - 2 + hundredths));
    const decimals = (places: number, most: number) =>
      fc.integer({ min: -most, max: most }).map((n) => Number(`${n}e-${places}`));
    const anything = fc.oneof(
      decimals(2, 10 ** 9),
      decimals(2, 10 ** 15),
      decimals(4, 10 ** 7),
      decimals(3, 10 ** 6),
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.integer({ min: 2 ** 50, max: Number.MAX_SAFE_INTEGER }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 }),
    );
    const holds = (work: (a: number, b: number) => void): void =>
      fc.assert(fc.property(anything, anything, work), { numRuns: 2_000 });

    it('of rounding and of sen', () => {
      holds((a) => {
        expect(toSen(a)).toBe(sen(a));
        expect(money.round(a)).toBe(fromSen(sen(a)));
      });
    });

    it('of sums', () => {
      holds((a, b) => expect(money.add(a, b, a)).toBe(fromSen(sen(a) + sen(b) + sen(a))));
    });

    it('of products', () => {
      holds((a, b) => expect(money.times(a, b)).toBe(fromSen(product(a, b, 0))));
    });

    it('of percentages', () => {
      holds((a, b) => expect(money.percent(a, b)).toBe(fromSen(product(a, b, 2))));
    });

    it('of halves of a sen', () => {
      fc.assert(
        fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), (n) => {
          const amount = Number(`${2 * n + 1}e-2`);
          expect(money.times(amount, 0.5)).toBe(fromSen(product(amount, 0.5, 0)));
          expect(money.percent(amount, 50)).toBe(fromSen(product(amount, 50, 2)));
        }),
      );
    });
  });
});
