import { money } from '@usaha/shared';
import fc from 'fast-check';
import { withoutDiscountLines } from './discount-lines.js';
import type { SourceLine } from './einvoice-source.js';

const line = (net: number, tax_amount = 0, tax_rate = 0, place = 1): SourceLine => ({
  ...{ place, category: null, description: 'Rundingan', quantity: 1, unit_price: net },
  ...{ net, tax_rate, tax_amount },
});
const amounts = (lines: SourceLine[]): [number, number][] => lines.map(({ net, tax_amount }) => [net, tax_amount]);

describe('A-514: discounts that are lines', () => {
  it('are taken off lines of their rate', () => {
    const lines = [line(100), line(100, 6, 6), line(-50), line(-10, -0.6, 6)];
    expect(amounts(withoutDiscountLines(lines))).toEqual([
      [50, 0],
      [90, 5.4],
    ]);
  });

  it('are taken off all others where lines of their rate do not hold them', () => {
    expect(amounts(withoutDiscountLines([line(100, 6, 6), line(300, 18, 6), line(-40)]))).toEqual([
      [90, 6],
      [270, 18],
    ]);
  });

  it('leave lines alone where there are none', () => {
    const lines = [line(100), line(0)];
    expect(withoutDiscountLines(lines)).toEqual(lines);
  });

  it('keep each sum to the sen, and no line is below 0', () => {
    const sen = fc.integer({ min: -50_000, max: 100_000 });
    const one = fc.tuple(sen, fc.constantFrom(0, 6, 8, 10)).map(([amount, rate]) => {
      const net = amount / 100;
      return line(net, money.percent(net, rate), rate);
    });
    const sum = (lines: readonly SourceLine[], of: 'net' | 'tax_amount') => money.add(0, ...lines.map((l) => l[of]));
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (lines) => {
        const [net, tax] = [sum(lines, 'net'), sum(lines, 'tax_amount')];
        fc.pre(net >= 0 && tax >= 0 && lines.some((l) => l.net > 0));
        const kept = withoutDiscountLines(lines);
        expect([sum(kept, 'net'), sum(kept, 'tax_amount')]).toEqual([net, tax]);
        expect(kept.every((l) => l.net >= 0 && l.tax_amount >= 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
