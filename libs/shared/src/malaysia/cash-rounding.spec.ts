import fc from 'fast-check';
import { money } from '../values/money.js';
import { cashRounding, isCash } from './cash-rounding.js';

it.each([
  [10, 0],
  [10.01, -0.01],
  [10.02, -0.02],
  [10.03, 0.02],
  [10.04, 0.01],
  [10.05, 0],
  [10.06, -0.01],
  [10.07, -0.02],
  [10.08, 0.02],
  [10.09, 0.01],
  [0, 0],
])('%d in cash is rounded by %d', (amount, rounding) => expect(cashRounding(amount)).toBe(rounding));

it('any bill comes to a multiple of five sen, at most two sen away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (sen) => {
      const rounding = cashRounding(sen / 100);
      expect(Math.round(money.add(sen / 100, rounding) * 100) % 5).toBe(0);
      expect(Math.abs(rounding)).toBeLessThanOrEqual(0.02);
    }),
  );
});

it('cash is named in English or Malay, regardless of case', () => {
  expect(['cash', ' Tunai ', 'CASH'].map(isCash)).toEqual([true, true, true]);
  expect(['card', '', null, 'cashew'].map(isCash)).toEqual([false, false, false, false]);
});
