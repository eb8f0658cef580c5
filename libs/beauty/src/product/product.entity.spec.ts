import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { BeautyProduct, MAX_STOCK } from './product.entity.js';

const stocked = (stock: number): BeautyProduct => {
  const made = new BeautyProduct();
  made.stateStock(stock);
  return made;
};

describe('A-259: the stock', () => {
  it('is not tracked until one is stated, even if that is 0', () => {
    const serum = new BeautyProduct();
    expect([serum.stock_quantity, serum.stock_tracked]).toEqual([0, false]);
    expect([serum.stateStock(0), serum.stock_quantity, serum.stock_tracked]).toEqual([0, 0, true]);
  });

  it('answers by how much it changed', () => {
    const serum = stocked(10);
    expect([serum.stateStock(7), serum.stateStock(7), serum.stateStock(12)]).toEqual([-3, 0, 5]);
  });

  it('is never below 0, and fits 32 bits: a refusal leaves it', () => {
    const serum = stocked(5);
    for (const stock of [-1, MAX_STOCK + 1]) {
      expect(() => serum.stateStock(stock)).toThrow(DomainError);
      expect(serum.stock_quantity).toBe(5);
    }
    expect(() => serum.stateStock(-1)).toThrow('stock_quantity must be from 0 to 2147483647');
    expect(stocked(MAX_STOCK).stock_quantity).toBe(2_147_483_647);
  });
});

it('A-260: gives what is there, and never more', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.array(fc.integer({ min: 1, max: 20 })), (stock, wanted) => {
      const serum = stocked(stock);
      const taken = wanted.map((quantity) => serum.take(quantity));
      const sum = taken.reduce((a, b) => a + b, 0);
      const all = wanted.reduce((a, b) => a + b, 0);
      return sum === Math.min(stock, all) && serum.stock_quantity === stock - sum && taken.every((one) => one >= 0);
    }),
  );
});

it('A-261: says whether a check digit is right, and refuses none', () => {
  const serum = new BeautyProduct();
  const shown = ['9556000000010', '9556000000011', 'SHELF-7', null].map((barcode) => {
    serum.describe({ barcode });
    return [serum.barcode, serum.barcode_valid];
  });
  expect(shown).toEqual([
    ['9556000000010', true],
    ['9556000000011', false],
    ['SHELF-7', null],
    [null, null],
  ]);
});
