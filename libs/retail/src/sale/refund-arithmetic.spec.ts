import fc from 'fast-check';
import { DomainError, money, toSen } from '@usaha/shared';
import { giveBack, pointsToReturn, remaining } from './refund-arithmetic.js';
import { lineFigures } from './sale-arithmetic.js';
import type { SoldLine } from './sale-line.entity.js';
import type { RefundedItem } from './sale-refund.entity.js';

const APPLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const PEAR = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b';

function sold(line: number, product_id: string, quantity: number, unit_price: number, discount_rate = 0): SoldLine {
  const priced = { quantity, unit_price, discount_rate, tax_rate: 6 };
  return {
    line,
    product_id,
    product_name: 'Epal',
    sku: `SKU-${line}`,
    category: null,
    stock_tracked: true,
    ...priced,
    ...lineFigures(priced, 'items'),
    unit_cost: null,
    refunded_quantity: 0,
    refunded_subtotal: 0,
    refunded_tax: 0,
    refunded_total: 0,
  };
}

const ask = (quantity: number, product_id = APPLE, reason?: string) => [{ product_id, quantity, reason }];

/** The fields that a refusal names. */
function refusedFor(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return (error.errors ?? []).map(({ field }) => field);
    throw error;
  }
}

describe('A-97: a refund of a part', () => {
  it('3 × 10 less 10 % at 6 % is 28.62: one of them is 9.54, the other two 19.08', () => {
    const lines = [sold(1, APPLE, 3, 10, 10)];
    expect(giveBack(lines, ask(1, APPLE, 'broken'))).toEqual([
      {
        line: 1,
        product_id: APPLE,
        product_name: 'Epal',
        sku: 'SKU-1',
        quantity: 1,
        tax_rate: 6,
        subtotal: 9,
        tax_amount: 0.54,
        amount: 9.54,
        reason: 'broken',
      },
    ]);
    expect(giveBack(lines, ask(2))).toMatchObject([{ amount: 19.08, subtotal: 18, tax_amount: 1.08, reason: null }]);
    expect(lines[0]).toMatchObject({
      refunded_quantity: 3,
      refunded_total: 28.62,
      refunded_subtotal: 27,
      refunded_tax: 1.62,
    });
  });

  it('leaves what does not divide to the last part: 10.00 in three parts is 3.33, 3.33 and 3.34', () => {
    const lines = [{ ...sold(1, APPLE, 3, 3.33), subtotal: 10, tax_amount: 0, total: 10 }];
    expect([1, 1, 1].map((q) => giveBack(lines, ask(q))[0]?.amount)).toEqual([3.33, 3.33, 3.34]);
  });

  it('goes through the lines of a product in their order', () => {
    const lines = [sold(1, APPLE, 2, 10), sold(2, PEAR, 5, 1), sold(3, APPLE, 2, 20)];
    expect(giveBack(lines, ask(3)).map(({ line, quantity, amount }) => [line, quantity, amount])).toEqual([
      [1, 2, 21.2],
      [3, 1, 21.2],
    ]);
    expect(giveBack(lines, ask(1)).map(({ line, quantity }) => [line, quantity])).toEqual([[3, 1]]);
  });

  it('takes an id in any case', () => {
    expect(giveBack([sold(1, APPLE, 1, 10)], ask(1, APPLE.toUpperCase()))).toMatchObject([{ product_id: APPLE }]);
  });

  it('refuses more than is left, over all lines of the product, and what was not sold', () => {
    const lines = [sold(1, APPLE, 2, 10), sold(2, APPLE, 1, 10)];
    giveBack(lines, ask(1));
    expect(refusedFor(() => giveBack(lines, ask(3)))).toEqual(['items.0.quantity']);
    expect(() => giveBack(lines, ask(3))).toThrow('Only 2 of SKU-1 can still be refunded');
    expect(refusedFor(() => giveBack(lines, [...ask(2), ...ask(1)]))).toEqual(['items.1.quantity']);
    expect(refusedFor(() => giveBack([sold(1, APPLE, 2, 10)], [...ask(1), ...ask(1, PEAR)]))).toEqual([
      'items.1.product_id',
    ]);
  });
});

it('A-97: what remains is named once for each product, and nothing that was given back whole', () => {
  const lines = [sold(1, APPLE, 2, 10), sold(2, PEAR, 1, 10), sold(3, APPLE, 3, 10)];
  giveBack(lines, [...ask(1), ...ask(1, PEAR)]);
  expect(remaining(lines)).toEqual([{ product_id: APPLE, quantity: 4 }]);
});

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 50 }),
    unit_price: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 100_000_000 })),
    discount_rate: fc.integer({ min: 0, max: 1_000_000 }),
    tax_rate: fc.oneof(
      fc.constantFrom(0, 6, 8, 10, 100),
      fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1e4),
    ),
  })
  .map(({ unit_price, discount_rate, ...rest }) => {
    const priced = { ...rest, unit_price: unit_price / 100, discount_rate: discount_rate / 10_000 };
    return { ...sold(1, APPLE, priced.quantity, 0), ...priced, ...lineFigures(priced, 'items') };
  });

it('A-97: for any parts, each is subtotal and tax, none is negative, and together they are the line', () => {
  fc.assert(
    fc.property(line, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 60 }), (one, wanted) => {
      const made: RefundedItem[] = [];
      for (const quantity of wanted)
        if (quantity <= one.quantity - one.refunded_quantity) made.push(...giveBack([one], ask(quantity)));
      if (one.refunded_quantity < one.quantity) made.push(...giveBack([one], remaining([one])));
      for (const { subtotal, tax_amount, amount } of made) {
        expect(Math.min(subtotal, tax_amount, amount)).toBeGreaterThanOrEqual(0);
        expect(toSen(amount)).toBe(toSen(subtotal) + toSen(tax_amount));
      }
      const sum = (of: 'amount' | 'subtotal' | 'tax_amount' | 'quantity') => money.add(...made.map((part) => part[of]));
      expect([sum('amount'), sum('subtotal'), sum('tax_amount'), sum('quantity')]).toEqual([
        one.total,
        one.subtotal,
        one.tax_amount,
        one.quantity,
      ]);
      expect(one).toMatchObject({ refunded_total: one.total, refunded_subtotal: one.subtotal });
      expect(one.refunded_tax).toBe(one.tax_amount);
    }),
    { numRuns: 1_000 },
  );
});

describe('A-95: points that go back', () => {
  const earned = (points_earned: number, points_returned = 0) => ({ points_earned, points_returned });

  it.each([
    [100, 0, 50, 25, 50],
    [100, 50, 50, 50, 50],
    [100, 0, 50, 50, 100],
    [3, 0, 9, 3, 1],
    [10, 0, 30, 10, 4],
    [0, 0, 30, 30, 0],
    [0, 0, 0, 0, 0],
    [5, 5, 30, 30, 0],
  ])('of %i earned, %i of them returned, for %d of which %d went back, are %i', (points, back, net, given, expected) =>
    expect(pointsToReturn(earned(points, back), net, given)).toBe(expected),
  );

  it('are all of them once everything went back, in any parts, and those kept fit what was kept', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.array(fc.integer({ min: 1, max: 99_999_999_999_99 }), { minLength: 1, maxLength: 8 }),
        (points_earned, parts) => {
          const net = parts.reduce((sum, sen) => sum + sen, 0);
          let [given, points_returned] = [0, 0];
          for (const sen of parts) {
            given += sen;
            const points = pointsToReturn({ points_earned, points_returned }, net / 100, given / 100);
            expect(points).toBeGreaterThanOrEqual(0);
            points_returned += points;
            const kept = (BigInt(points_earned) * BigInt(net - given)) / BigInt(net);
            expect(points_earned - points_returned).toBe(Number(kept));
          }
          expect(points_returned).toBe(points_earned);
        },
      ),
    );
  });
});
