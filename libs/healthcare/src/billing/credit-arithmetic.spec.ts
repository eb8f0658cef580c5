import fc from 'fast-check';
import { billedItem, type BilledItem } from './bill-arithmetic.js';
import { creditedItems, type CreditedItem } from './credit-arithmetic.js';

const sen = (amount: number): number => Math.round(amount * 100);
const sum = (items: readonly { amount: number }[]): number => items.reduce((all, item) => all + sen(item.amount), 0);

const line = fc
  .record({
    price: fc.integer({ min: 0, max: 500_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    rate: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ price, quantity, rate }) =>
    billedItem({ description: 'x', unit_price: price / 100, quantity, tax_rate: rate }, 0),
  );
/** Bills with discounts that do not exceed what is billed. */
const bill = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 90 }))
  .map(([lines, percent]): BilledItem[] => {
    const discounts = lines
      .filter((_, i) => i % 2 === 0)
      .map(({ total }) => Math.floor((sen(total) * percent) / 100) / 100)
      .filter((amount) => amount > 0)
      .map((amount) => billedItem({ description: 'y', unit_price: -amount, quantity: 1, tax_rate: 0, reason: 'z' }, 0));
    return [...discounts, ...lines];
  });

it('A-371: credits come to their amounts, never exceed a line, and after the last one nothing is left, of the tax neither', () => {
  fc.assert(
    fc.property(bill, fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 }), (items, percents) => {
      const before: CreditedItem[] = [];
      const rest = (): number => items.reduce((all, { total }) => all + sen(total), 0) - sum(before);
      for (const percent of percents) {
        const amount = Math.floor((rest() * percent) / 100) / 100;
        if (amount <= 0) break;
        const made = creditedItems(items, before, { amount });
        expect(sum(made)).toBe(sen(amount));
        before.push(...made);
      }
      if (rest() > 0) before.push(...creditedItems(items, before, 'all'));
      expect(rest()).toBe(0);
      items.forEach((item, i) => {
        const of = before.filter((part) => part.line === i);
        expect(Math.abs(sum(of))).toBeLessThanOrEqual(Math.abs(sen(item.total)));
        for (const part of of) expect(sen(part.subtotal) + sen(part.tax_amount)).toBe(sen(part.amount));
        if (sum(of) === sen(item.total))
          expect(of.reduce((all, { tax_amount }) => all + sen(tax_amount), 0)).toBe(sen(item.tax_amount));
      });
    }),
    { numRuns: 300 },
  );
});
