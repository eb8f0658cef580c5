import { money } from '@usaha/shared';
import fc from 'fast-check';
import { einvoiceSums } from '../../../../test/support/einvoice-sums.js';
import { giveBack } from '../sale/refund-arithmetic.js';
import { lineFigures } from '../sale/sale-arithmetic.js';
import type { SoldLine } from '../sale/sale-line.entity.js';
import type { SaleRefund } from '../sale/sale-refund.entity.js';
import { Sale } from '../sale/sale.entity.js';
import { refundSource, saleSource } from './sale-source.js';

const soldLine = (
  priced: { quantity: number; unit_price: number; discount_rate: number; tax_rate: number },
  i: number,
) =>
  ({
    ...{ line: i + 1, product_id: `p${i}`, product_name: `Beras ${i}`, sku: `S${i}`, category: ' Makanan ' },
    ...{ stock_tracked: false, unit_cost: null, ...priced, ...lineFigures(priced, 'items') },
    ...{ refunded_quantity: 0, refunded_subtotal: 0, refunded_tax: 0, refunded_total: 0 },
  }) satisfies SoldLine;

const SOLD_AT = new Date('2026-10-31T16:30:00Z');
const saleOf = (lines: SoldLine[], payment_method: string | null = null): Sale =>
  Object.assign(
    Sale.of(lines, { invoice_number: 'INV-2026-000001', customer_id: null, actor_id: null, sold_at: SOLD_AT }),
    { id: 's1', payment_method },
  );
const refundOf = (sale: Sale, items: SaleRefund['items'], position = 1): SaleRefund =>
  ({
    ...{ id: `r${position}`, sale_id: sale.id, position, items, credited: 0, refund_method: null },
    ...{ credit_note_number: `CN-2026-00000${position}`, created_at: SOLD_AT },
    amount: money.add(0, ...items.map(({ amount }) => amount)),
  }) as SaleRefund;

const priced = fc.record({
  quantity: fc.integer({ min: 1, max: 50 }),
  unit_price: fc.integer({ min: 0, max: 100_000 }).map((sen) => sen / 100),
  discount_rate: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
  ),
  tax_rate: fc.constantFrom(0, 6, 8, 10),
});
const method = fc.constantFrom('cash', 'card', null);

describe('A-514: a sale', () => {
  it('is told with its category, its day, and the method by which it was paid', () => {
    const sale = saleOf([soldLine({ quantity: 3, unit_price: 19.9, discount_rate: 10, tax_rate: 6 }, 0)], 'cash');
    sale.customer_id = 'c1';
    expect(saleSource(sale)).toEqual({
      ...{ module: 'retail', kind: 'sale', id: 's1', number: 'INV-2026-000001', dated_at: SOLD_AT, currency: 'MYR' },
      ...{ changes: null, has_returned_money: false, subject: { module: 'retail', id: 'c1' } },
      lines: [
        {
          ...{ place: 1, category: 'makanan', description: 'Beras 0', quantity: 3, unit_price: 19.9 },
          ...{ net: 53.73, tax_rate: 6, tax_amount: 3.22 },
        },
      ],
      ...{ taxes_within: false, total: 56.95, rounding: 0, payment_method: 'cash', is_cancelled: false },
    });
  });

  it.each([
    ['void', { status: 'cancelled', voided_at: SOLD_AT }, true],
    ['cancelled', { status: 'cancelled' }, true],
    ['called refunded, without a refund', { status: 'refunded' }, true],
    ['refunded whole', { status: 'refunded', refunded_total: 10 }, false],
    ['on account', { status: 'pending' }, false],
  ])('is cancelled or not: %s', (_, changes, is_cancelled) => {
    const sale = saleOf([soldLine({ quantity: 1, unit_price: 10, discount_rate: 0, tax_rate: 0 }, 0)]);
    expect(saleSource(Object.assign(sale, changes)).is_cancelled).toBe(is_cancelled);
  });

  it('comes to its total by the sums of an e-invoice', () => {
    fc.assert(
      fc.property(fc.array(priced, { minLength: 1, maxLength: 15 }), method, (asked, payment_method) => {
        const source = saleSource(saleOf(asked.map(soldLine), payment_method));
        const { total } = source;
        expect(einvoiceSums(source)).toEqual({ wrong: [], totals: [total, total, total], negative: false });
      }),
      { numRuns: 300 },
    );
  });
});

describe('A-514: a refund', () => {
  it('has the price of its line, and says whether money went back', () => {
    const sale = saleOf([soldLine({ quantity: 3, unit_price: 19.9, discount_rate: 10, tax_rate: 6 }, 0)], 'cash');
    const refund = refundOf(sale, giveBack(sale.lines, [{ product_id: 'p0', quantity: 1 }]));
    sale.show([refund]);
    const source = refundSource(sale, refund);
    expect(source).toMatchObject({
      ...{ module: 'retail', kind: 'refund', id: 'r1', number: 'CN-2026-000001', is_cancelled: false },
      changes: { module: 'retail', kind: 'sale', id: 's1' },
      lines: [{ place: 1, category: 'makanan', quantity: 1, unit_price: 19.9, net: 17.91, tax_amount: 1.07 }],
      ...{ total: 18.98, rounding: 0.02, has_returned_money: true },
    });
    const owed = Object.assign(refund, { credited: refund.amount });
    expect(refundSource(sale, owed).has_returned_money).toBe(false);
  });

  it('comes to its amount by the sums of an e-invoice, part by part until all is given back', () => {
    const part = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(fc.array(priced, { minLength: 1, maxLength: 5 }), fc.array(part), method, (asked, parts, how) => {
        const sale = saleOf(asked.map(soldLine), how);
        const made: SaleRefund[] = [];
        for (const quantity of parts) {
          const line = sale.lines.find((one) => one.refunded_quantity < one.quantity);
          if (!line) break;
          const most = line.quantity - line.refunded_quantity;
          const items = giveBack(sale.lines, [{ product_id: line.product_id, quantity: Math.min(quantity, most) }]);
          made.push(refundOf(sale, items, made.length + 1));
        }
        sale.show(made);
        for (const refund of made) {
          const { amount } = refund;
          const sums = einvoiceSums(refundSource(sale, refund));
          expect(sums).toEqual({ wrong: [], totals: [amount, amount, amount], negative: false });
        }
      }),
      { numRuns: 300 },
    );
  });
});
