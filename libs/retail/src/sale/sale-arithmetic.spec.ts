import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { lineFigures, pointsEarned, saleFigures, type PricedLine } from './sale-arithmetic.js';

const line = (quantity: number, unit_price: number, discount_rate: number, tax_rate: number) =>
  lineFigures({ quantity, unit_price, discount_rate, tax_rate }, 'items');

it('A-88: the sale subtotal is before discounts, and the total is the sum of the lines', () => {
  const lines = [line(2, 50, 10, 6), line(1, 19.9, 0, 6), line(3, 5.55, 5, 0)];
  expect(lines.map(({ subtotal, tax_amount, total }) => [subtotal, tax_amount, total])).toEqual([
    [90, 5.4, 95.4],
    [19.9, 1.19, 21.09],
    [15.82, 0, 15.82],
  ]);
  expect(saleFigures(lines)).toEqual({ subtotal: 136.55, discount_amount: 10.83, tax_amount: 6.59, total: 132.31 });
});

it.each([
  [3, 9.99, 10, 6, 26.97, 1.62, 28.59],
  [1, 0.33, 5, 8, 0.31, 0.02, 0.33],
  [1, 16.75, 0, 6, 16.75, 1.01, 17.76],
  [1, 100, 100, 6, 0, 0, 0],
  [3, 10, 33.3333, 6, 20, 1.2, 21.2],
])('A-89: %d × %d less %d %% at %d %%', (quantity, price, discount, tax, subtotal, tax_amount, total) => {
  expect(line(quantity, price, discount, tax)).toMatchObject({ subtotal, tax_amount, total });
});

it('A-89: tax is worked out per line and then summed, never on the sum', () => {
  expect(saleFigures([1, 2, 3].map(() => line(1, 0.75, 0, 6))).tax_amount).toBe(0.15);
  expect(saleFigures([1, 2].map(() => line(1, 33.25, 0, 6))).tax_amount).toBe(4);
});

it('A-174: what comes to more than can be kept is refused', () => {
  expect(() => line(2 ** 31 - 1, 999_999_999_999.99, 0, 0)).toThrow('must not exceed');
  const most = line(1, 999_999_999_999.99, 0, 0);
  expect(() => saleFigures([most, most])).toThrow('items must not exceed 999999999999.99');
});

it('A-174: blames the field that it was given for a line, and the items for the sum', () => {
  const blamedBy = (work: () => unknown): string[] => {
    try {
      work();
    } catch (error) {
      if (error instanceof DomainError) return (error.errors ?? []).map(({ field }) => field);
      throw error;
    }
    return [];
  };
  const dear = { quantity: 2, unit_price: 999_999_999_999.99, discount_rate: 0, tax_rate: 0 };
  expect(blamedBy(() => lineFigures(dear, 'items.3.quantity'))).toEqual(['items.3.quantity']);
  const most = line(1, 999_999_999_999.99, 0, 0);
  expect(blamedBy(() => saleFigures([most, most]))).toEqual(['items']);
});

it.each([
  [0, 1, 0],
  [99.99, 1, 99],
  [100, 0, 0],
  [100, 0.29, 29],
  [3, 0.3333, 0],
  [0.99, 10, 9],
  [10, 1.1, 11],
  [999_999_999_999.99, 1, 999_999_999_999],
])('A-95: %d ringgit at %d points each earn %d: rounded down, never up', (net, per_ringgit, points) =>
  expect(pointsEarned(net, per_ringgit)).toBe(points),
);

/** The same in whole ten-thousandths of a percent and sen, by nothing but BigInt. */
function independently({ quantity, unit_price, discount_rate, tax_rate }: PricedLine) {
  const halfUp = (n: bigint, d: bigint) => (2n * n + d) / (2n * d);
  const sen = (amount: number) => BigInt(Math.round(amount * 100));
  const rate = (percent: number) => BigInt(Math.round(percent * 10_000));
  const gross = sen(unit_price) * BigInt(quantity);
  const subtotal = halfUp(gross * (1_000_000n - rate(discount_rate)), 1_000_000n);
  const tax = halfUp(subtotal * rate(tax_rate), 1_000_000n);
  return { gross, subtotal, tax, total: subtotal + tax };
}

const priced = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000 }),
  unit_price: fc.integer({ min: 0, max: 10_000_000 }).map((sen) => sen / 100),
  discount_rate: fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000),
  tax_rate: fc.oneof(
    fc.constantFrom(0, 5, 6, 8, 10),
    fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000),
  ),
});

it('A-88, A-89: every figure is that of an independent computation in whole sen', () => {
  const sen = (amount: number) => BigInt(Math.round(amount * 100));
  fc.assert(
    fc.property(fc.array(priced, { minLength: 1, maxLength: 20 }), (asked) => {
      const lines = asked.map((one) => lineFigures(one, 'items'));
      const expected = asked.map(independently);
      lines.forEach((made, i) =>
        expect([sen(made.gross), sen(made.subtotal), sen(made.tax_amount), sen(made.total)]).toEqual(
          Object.values(expected[i] as ReturnType<typeof independently>),
        ),
      );
      const sale = saleFigures(lines);
      expect(sen(sale.total)).toBe(expected.reduce((sum, { total }) => sum + total, 0n));
      expect(sen(sale.total)).toBe(sen(sale.subtotal) - sen(sale.discount_amount) + sen(sale.tax_amount));
      expect(sen(sale.tax_amount)).toBe(expected.reduce((sum, { tax }) => sum + tax, 0n));
    }),
    { numRuns: 300 },
  );
});
