import fc from 'fast-check';
import { discountOf } from './discount.js';

const sen = fc.integer({ min: 0, max: 100_000_000 });

it.each([
  [320, 280, 12.5],
  [300, 200, 33.33],
  [300, 100, 66.67],
  [80, 80, 0],
  [80, 99, 0],
  [80, 0, 100],
  [200, 199.99, 0.01],
  [1_000, 999.95, 0.01],
  [1_000, 999.96, 0],
])('A-262: of %d to %d it is %d', (original_price, total_price, percent) =>
  expect(discountOf({ original_price, total_price })).toBe(percent),
);

it('A-262: there is none without both prices, nor of nothing', () => {
  expect(discountOf({ original_price: null, total_price: 10 })).toBeNull();
  expect(discountOf({ original_price: 10, total_price: null })).toBeNull();
  expect(discountOf({ original_price: 0, total_price: 0 })).toBeNull();
  expect(discountOf({ original_price: 0, total_price: 10 })).toBeNull();
});

it('A-262: is half-up to two decimals, and a percentage, for any prices', () => {
  fc.assert(
    fc.property(sen, sen, (original, total) => {
      const percent = discountOf({ original_price: original / 100, total_price: total / 100 });
      if (original === 0) return percent === null;
      const [o, t] = [BigInt(original), BigInt(total)];
      const saved = o > t ? o - t : 0n;
      // Hundredths of a percent by long division, in halves: a half and more is rounded up.
      const halves = (saved * 20_000n) / o;
      return percent === Number((halves + 1n) / 2n) / 100 && percent >= 0 && percent <= 100;
    }),
  );
});
