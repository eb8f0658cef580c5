import { money } from '@usaha/shared';
import fc from 'fast-check';
import { einvoiceSums } from '../../../../test/support/einvoice-sums.js';
import { billedItem, type BilledItem } from './bill-arithmetic.js';
import type { BillCreditNote } from './bill-correction.entities.js';
import { billNoteSource, billSource } from './bill-source.js';
import { Bill } from './bill.entity.js';
import { creditedItems, type Credit, type CreditedItem } from './credit-arithmetic.js';

const CREATED_AT = new Date('2026-10-31T16:30:00Z');
const billOf = (items: BilledItem[]): Bill =>
  Object.assign(Bill.of('p1', items, {}), { id: 'b1', bill_number: 'BILL-2026-000001', created_at: CREATED_AT });
const noteOf = (items: CreditedItem[]): BillCreditNote =>
  ({
    ...{ id: 'n1', bill_id: 'b1', credit_note_number: 'CN-2026-000001', created_at: CREATED_AT, items },
    amount: money.add(0, ...items.map(({ amount }) => amount)),
  }) as BillCreditNote;

const priced = fc.record({
  description: fc.constant('Rundingan'),
  quantity: fc.integer({ min: 1, max: 20 }),
  unit_price: fc.integer({ min: -5_000, max: 50_000 }).map((sen) => sen / 100),
  tax_rate: fc.constantFrom(0, 6, 8, 10),
  reason: fc.constant('Diskaun'),
});
const bills = fc
  .array(priced, { minLength: 1, maxLength: 8 })
  .map((asked) => asked.map((item, i) => billedItem(item, i)))
  .filter(
    (items) => money.add(...items.map((i) => i.subtotal)) > 0 && money.add(...items.map((i) => i.tax_amount)) >= 0,
  )
  .map(billOf);

it('A-514: a bill names its patient and the type of the visit; a discount is taken off its lines', () => {
  const items = [
    billedItem({ description: 'Rundingan', quantity: 2, unit_price: 50, tax_rate: 6 }, 0),
    billedItem({ description: 'Diskaun', quantity: 1, unit_price: -10, tax_rate: 6, reason: 'Warga emas' }, 1),
  ];
  const bill = Object.assign(billOf(items), { service_type: ' Check-Up ', status: 'cancelled', rounding: 0.02 });
  expect(billSource(bill)).toEqual({
    ...{ module: 'healthcare', kind: 'bill', id: 'b1', number: 'BILL-2026-000001', dated_at: CREATED_AT },
    ...{ currency: 'MYR', changes: null, has_returned_money: false, subject: { module: 'healthcare', id: 'p1' } },
    lines: [
      {
        ...{ place: 1, category: 'check-up', description: 'Rundingan', quantity: 2, unit_price: 50 },
        ...{ net: 90, tax_rate: 6, tax_amount: 5.4 },
      },
    ],
    ...{ taxes_within: false, total: 95.4, rounding: 0.02, payment_method: null, is_cancelled: true },
  });
});

it('A-514: a bill comes to its total by the sums of an e-invoice, and a credit note to its amount', () => {
  const amount = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(bills, fc.oneof(fc.constant('all' as const), amount), (bill, part) => {
      const { total } = bill;
      expect(einvoiceSums(billSource(bill))).toEqual({ wrong: [], totals: [total, total, total], negative: false });
      const credit: Credit = part === 'all' ? 'all' : { amount: money.round(Math.max(0.01, (total * part) / 100)) };
      const note = noteOf(creditedItems(bill.items, [], credit));
      const source = billNoteSource(bill, note);
      expect(einvoiceSums(source)).toEqual({
        ...{ wrong: [], negative: false },
        totals: [note.amount, note.amount, note.amount],
      });
      expect(source.changes).toEqual({ module: 'healthcare', kind: 'bill', id: 'b1' });
    }),
    { numRuns: 300 },
  );
});
