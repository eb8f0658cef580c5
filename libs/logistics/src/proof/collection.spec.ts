import { DomainError } from '@usaha/shared';
import { collectionOf, type Owed, type SaidCollected } from './collection.js';

const cod = (payment_amount: number | null): Owed => ({ is_cod: true, payment_amount });
const refused = (owed: Owed, said: SaidCollected): string => {
  try {
    return JSON.stringify(collectionOf(owed, said));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `${error.kind} ${error.errors?.[0]?.field}: ${error.message}`;
  }
};

describe('what is collected on delivery (A-319)', () => {
  it('is what was to be paid, to the sen', () => {
    const exact = { expected_amount: 59.9, collected_amount: 59.9 };
    expect(collectionOf(cod(59.9), { collected_amount: 59.9 })).toEqual(exact);
    expect(collectionOf(cod(59.9), { collected_amount: 59.899 })).toEqual(exact);
    expect(collectionOf(cod(0), { collected_amount: 0 })).toEqual({ expected_amount: 0, collected_amount: 0 });
  });

  it('is another amount for a reason only', () => {
    const text =
      'invalid collected_amount: collected_amount must be 59.90, as payment_amount is, or that rounded to 5 sen, not 50.00; otherwise say why in difference_reason';
    for (const difference_reason of [undefined, null, '', '  '])
      expect(refused(cod(59.9), { collected_amount: 50, difference_reason })).toBe(text);
    for (const collected_amount of [0, 50, 60])
      expect(collectionOf(cod(59.9), { collected_amount, difference_reason: 'Kurang' })).toEqual({
        expected_amount: 59.9,
        collected_amount,
      });
  });

  it('is rounded to five sen without a reason, and to nothing else (A-381)', () => {
    for (const [expected_amount, collected_amount] of [
      [59.91, 59.9],
      [59.92, 59.9],
      [59.93, 59.95],
      [59.98, 60],
      [0.02, 0],
    ] as const)
      expect(collectionOf(cod(expected_amount), { collected_amount })).toEqual({ expected_amount, collected_amount });
    for (const [expected_amount, collected_amount] of [
      [59.92, 59.95],
      [59.93, 59.9],
      [59.9, 59.95],
      [59.9, 59.85],
    ] as const)
      expect(refused(cod(expected_amount), { collected_amount })).toMatch(/^invalid collected_amount/);
  });

  it('has to be said where anything is due, for any reason', () => {
    const text = 'invalid collected_amount: collected_amount must be given: RM 59.90 is to be collected on delivery';
    for (const collected_amount of [undefined, null])
      expect(refused(cod(59.9), { collected_amount, difference_reason: 'Kurang' })).toBe(text);
  });

  it('is nothing where no amount was stated, and else needs a reason', () => {
    const nothing = { expected_amount: 0, collected_amount: 0 };
    expect(collectionOf(cod(null), {})).toEqual(nothing);
    expect(collectionOf(cod(0), {})).toEqual(nothing);
    expect(refused(cod(null), { collected_amount: 10 })).toContain('must be 0.00');
    expect(collectionOf(cod(null), { collected_amount: 10, difference_reason: 'x' })).toMatchObject({
      expected_amount: 0,
      collected_amount: 10,
    });
  });

  it('is for shipments alone that are paid on delivery', () => {
    const paid: Owed = { is_cod: false, payment_amount: 59.9 };
    const none = { expected_amount: null, collected_amount: null };
    for (const collected_amount of [undefined, null, 0]) expect(collectionOf(paid, { collected_amount })).toEqual(none);
    expect(refused(paid, { collected_amount: 59.9, difference_reason: 'x' })).toMatch(
      /^invalid collected_amount: collected_amount is for/,
    );
  });

  it.each([-0.01, 1e15, Number.POSITIVE_INFINITY])('is money that can be kept: not %d', (collected_amount) => {
    expect(refused(cod(1), { collected_amount, difference_reason: 'x' })).toMatch(/^invalid collected_amount/);
  });
});
