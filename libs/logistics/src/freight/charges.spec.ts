import fc from 'fast-check';
import { toSen } from '@usaha/shared';
import { shareOut, taxWithin } from './charges.js';

const sen = (least: number) => fc.integer({ min: least, max: 10_000_000 }).map((n) => n / 100);
const charges = fc.array(
  sen(0).map((amount) => ({ description: 'x', amount })),
  { minLength: 1, maxLength: 60 },
);
const rate = fc.constantFrom(0, 5, 6, 8, 10, 6.25);

describe('the tax within charges (A-318)', () => {
  it.each([
    [106, 6, 100],
    [10, 0.57, 9.43],
    [15.9, 0.9, 15],
    [0.08, 0, 0.08],
    [0.09, 0.01, 0.08],
    [0, 0, 0],
  ])('of %d at 6 %% is %d, and %d is without it', (total, tax_amount, subtotal) => {
    expect(shareOut([{ description: null, amount: total }], 6)).toEqual({
      total,
      tax_amount,
      subtotal,
      lines: [{ description: null, amount: total, tax_amount, subtotal }],
    });
  });

  it('is that of the whole, half-up to the sen', () => {
    fc.assert(
      fc.property(charges, (sent) => {
        const whole = sent.reduce((sum, { amount }) => sum + toSen(amount), 0n);
        const { total, tax_amount, subtotal } = shareOut(sent, 6);
        expect(toSen(total)).toBe(whole);
        expect(toSen(tax_amount)).toBe((whole * 12n + 106n) / 212n);
        expect(toSen(subtotal) + toSen(tax_amount)).toBe(whole);
      }),
    );
  });

  it('is shared over the lines to the sen: each adds up, none is below 0 or more than a sen from its own tax', () => {
    fc.assert(
      fc.property(charges, rate, (sent, percent) => {
        const { lines, ...whole } = shareOut(sent, percent);
        for (const field of ['subtotal', 'tax_amount'] as const)
          expect(lines.reduce((sum, line) => sum + toSen(line[field]), 0n)).toBe(toSen(whole[field]));
        expect(lines.map(({ amount }) => amount)).toEqual(sent.map(({ amount }) => amount));
        for (const { amount, subtotal, tax_amount } of lines) {
          expect(toSen(subtotal) + toSen(tax_amount)).toBe(toSen(amount));
          expect(Math.min(subtotal, tax_amount)).toBeGreaterThanOrEqual(0);
          const apart = toSen(tax_amount) - toSen(taxWithin(amount, percent));
          expect([-1n, 0n, 1n]).toContain(apart);
        }
      }),
    );
  });

  it('rounds each charge half-up to the sen before it is added (A-22)', () => {
    const { lines, total } = shareOut(
      [
        { description: 'x', amount: 10.005 },
        { description: 'y', amount: 0.004 },
      ],
      6,
    );
    expect([lines.map(({ amount }) => amount), total]).toEqual([[10.01, 0], 10.01]);
  });

  it('keeps the order, and refuses what comes to more than can be kept', () => {
    const large = { description: 'x', amount: 999_999_999_999.99 };
    expect(shareOut([large], 6).total).toBe(999_999_999_999.99);
    expect(() => shareOut([large, { description: 'y', amount: 0.01 }], 6)).toThrow(/charges/);
  });
});
