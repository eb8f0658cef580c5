import fc from 'fast-check';
import { fromSen, toSen } from '@usaha/shared';
import { commissionOf, coveredBy, dueOf, sharesOf, taxWithin, type PricedLine } from './line-arithmetic.js';

const line = (price: number, discount = 0, sold_package_id: string | null = null): PricedLine => ({
  price,
  discount,
  sold_package_id,
});

const amount = fc.integer({ min: 0, max: 100_000_000 }).map((sen) => sen / 100);
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000);
const priced = fc
  .tuple(amount, fc.integer({ min: 0, max: 100 }), fc.boolean())
  .map(([price, percent, redeemed]) =>
    line(price, fromSen((toSen(price) * BigInt(percent)) / 100n), redeemed ? 'package' : null),
  );
const lines = fc.array(priced, { minLength: 1, maxLength: 40 });
const inSen = (amounts: number[]): bigint => amounts.reduce((sum, one) => sum + toSen(one), 0n);

/** The nearest whole number, a half up: the long way. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor;
  return (dividend % divisor) * 2n >= divisor ? whole + 1n : whole;
}

describe('A-267: shares of lines', () => {
  it.each([
    ['by what is due', 100, [line(80), line(45.5)], [63.75, 36.25]],
    ['of two sen over four lines', 0.02, [line(10), line(10), line(10), line(10)], [0.01, 0, 0.01, 0]],
    ['a free line gets nothing', 50, [line(80), line(0)], [50, 0]],
    ['a line of a package gets nothing', 50, [line(80, 0, 'package'), line(40)], [0, 50]],
    ['less what policies take off', 90, [line(100, 50), line(40)], [50, 40]],
    ['all due nothing: by price', 30, [line(80, 0, 'package'), line(40, 40)], [20, 10]],
    ['prices of nothing: equally', 10, [line(0), line(0), line(0)], [3.33, 3.34, 3.33]],
  ])('%s', (_, total, of, shares) => expect(sharesOf(total, of)).toEqual(shares));

  it('add up to the total to the sen, none is negative, and each is within a sen of its exact part', () => {
    fc.assert(
      fc.property(amount, lines, (total, of) => {
        const shares = sharesOf(total, of);
        const dues = of.map((one) => toSen(dueOf(one)));
        const whole = dues.reduce((sum, due) => sum + due, 0n);
        expect(inSen(shares)).toBe(toSen(total));
        shares.forEach((share, i) => {
          expect(share).toBeGreaterThanOrEqual(0);
          const due = dues[i] ?? 0n;
          if (whole === 0n) return;
          const gap = toSen(share) * whole - toSen(total) * due;
          expect(gap <= whole && gap >= -whole).toBe(true);
          if (due === 0n) expect(share).toBe(0);
        });
      }),
    );
  });

  it('of the largest amounts are exact', () => {
    const most = 999_999_999_999.99;
    expect(inSen(sharesOf(most, [line(most), line(0.01), line(most)]))).toBe(toSen(most));
  });
});

describe('A-267: SST within a share', () => {
  it('is 8.00 of 108 at 8 %, and nothing without a rate', () =>
    expect([taxWithin(108, 8), taxWithin(108, 0), taxWithin(0, 8)]).toEqual([8, 0, 0]));

  it('is the exact part, half-up, for any amount and rate', () => {
    fc.assert(
      fc.property(amount, rate, (share, percent) => {
        const parts = BigInt(Math.round(percent * 10_000));
        expect(toSen(taxWithin(share, percent))).toBe(halfUp(toSen(share) * parts, 1_000_000n + parts));
      }),
    );
  });
});

describe('A-272: commission', () => {
  it('is 6.38 of 63.75 at 10 %, of what is without tax, and nothing without a rate', () =>
    expect([commissionOf(63.75, 0, 10), commissionOf(108, 8, 10), commissionOf(63.75, 0, null)]).toEqual([
      6.38, 10, 0,
    ]));

  it('is the rate in percent of share less tax, half-up', () => {
    fc.assert(
      fc.property(amount, rate, rate, (share, sst, percent) => {
        const tax = taxWithin(share, sst);
        const parts = BigInt(Math.round(percent * 10_000));
        const exact = halfUp((toSen(share) - toSen(tax)) * parts, 1_000_000n);
        expect(toSen(commissionOf(share, tax, percent))).toBe(exact);
      }),
    );
  });
});

it('A-271: what packages pay is the price of the lines that they are redeemed for', () =>
  expect(coveredBy([line(80, 0, 'package'), line(45.5), line(20, 2, 'package')])).toBe(100));
