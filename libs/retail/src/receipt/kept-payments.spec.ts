import type { SaleRefund } from '../sale/sale-refund.entity.js';
import { payOut, settle } from '../sale/payment-arithmetic.js';
import type { Sale } from '../sale/sale.entity.js';
import { paidOutOf } from './kept-payments.js';

/** A sale of 20.06 with two refunds of 10.03. */
function refundedTwice(told: Parameters<typeof settle>[1]) {
  let entries = settle(20.06, told, true);
  for (let i = 0; i < 2; i += 1) entries = [...entries, ...payOut(entries, 'refund', 10.03, null)];
  const of = (position: number, credited = 0) =>
    paidOutOf({ entries } as unknown as Sale, { position, credited } as SaleRefund);
  return of;
}

it('a credit note says what was paid out by which method, in coins of five sen for cash', () => {
  const of = refundedTwice([
    { method: 'card', amount: 15 },
    { method: 'cash', amount: 5.06 },
  ]);
  expect(of(1)).toEqual({ rounding: null, payable: 10.03, payment_method: 'card', facts: [] });
  expect(of(2)).toMatchObject({ rounding: -0.01, payable: 10.02, payment_method: null });
  expect(of(2).facts.map(({ value }) => value)).toEqual(['card 4.97, cash 5.05']);
});

it('what was owed is credited, not paid out', () => {
  const of = refundedTwice([{ method: 'card', amount: 15 }]);
  expect(of(1, 5.06)).toMatchObject({ payable: 4.97, payment_method: 'card' });
  expect(of(1, 5.06).facts).toEqual([
    { label: { en: 'Credited to the account', ms: 'Dikreditkan ke akaun' }, value: 'MYR 5.06' },
  ]);
  expect(of(2)).toMatchObject({ payable: 10.03, facts: [] });
});
