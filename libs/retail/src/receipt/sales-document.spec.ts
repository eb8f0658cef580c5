import { Tenant, sellerOf, type Party } from '@usaha/core';
import { SaleRefund } from '../sale/sale-refund.entity.js';
import { lineFigures, saleFigures } from '../sale/sale-arithmetic.js';
import { Sale } from '../sale/sale.entity.js';
import { creditNoteOf, invoiceOf } from './sales-document.js';

function shop(settings: Record<string, unknown> = {}): Tenant {
  return Object.assign(new Tenant(), { name: 'Kedai Pak Din', registration_number: '201901000005', settings });
}

/** Sold by Mei Ling. */
const parties = (tenant: Tenant, buyer: Party | null = null) => ({
  seller: sellerOf(tenant),
  is_reprinted: false,
  buyer,
  cashier: { name: 'Mei Ling Tan', address: null },
});
const registered = shop({ sst_registration_number: 'W10-1808-32000001' });

function sale(payment_method: string | null, tax_rate = 6): Sale {
  const made = new Sale();
  made.refunds = [];
  made.invoice_number = 'INV-2026-000042';
  made.created_at = new Date('2026-03-10T08:30:00Z');
  made.payment_method = payment_method;
  made.lines = (
    [
      [2, 50, 10, tax_rate],
      [1, 19.9, 0, tax_rate],
      [3, 5.55, 5, 0],
    ] as const
  ).map(([quantity, unit_price, discount_rate, tax_rate], i) => ({
    line: i + 1,
    product_id: `p${i}`,
    product_name: `Product ${i}`,
    sku: `P-${i}`,
    category: null,
    stock_tracked: false,
    quantity,
    unit_price,
    discount_rate,
    tax_rate,
    ...lineFigures({ quantity, unit_price, discount_rate, tax_rate }, 'items'),
    unit_cost: null,
    refunded_quantity: 0,
    refunded_subtotal: 0,
    refunded_tax: 0,
    refunded_total: 0,
  }));
  return Object.assign(made, saleFigures(made.lines));
}

it('an invoice shows SST by rate, and the rates together are the tax of the sale', () => {
  const document = invoiceOf(sale('card'), parties(registered));
  expect(document.taxes).toEqual([
    { tax_rate: 0, taxable: 15.82, tax_amount: 0 },
    { tax_rate: 6, taxable: 109.9, tax_amount: 6.59 },
  ]);
  expect(document).toMatchObject({ tax_amount: 6.59, total: 132.31, rounding: null, payable: 132.31 });
});

it('paid in cash, the total is rounded to five sen, and no other', () => {
  expect(invoiceOf(sale('Cash'), parties(shop()))).toMatchObject({ total: 132.31, rounding: -0.01, payable: 132.3 });
  expect(invoiceOf(sale('duitnow'), parties(shop()))).toMatchObject({ rounding: null, payable: 132.31 });
});

it('A-183: is an invoice of a shop that is registered for SST, and a receipt of any other', () => {
  expect(invoiceOf(sale(null), parties(registered))).toMatchObject({
    kind: 'invoice',
    seller: { sst_registration_number: 'W10-1808-32000001' },
  });
  expect(invoiceOf(sale(null), parties(shop({ sst_registration_number: '  ' }))).kind).toBe('receipt');
  expect(invoiceOf(sale(null), parties(shop())).kind).toBe('receipt');
});

it('A-183: of a shop that is not registered names no tax, and its sums come to the total all the same', () => {
  const document = invoiceOf(sale('card'), parties(shop()));
  expect(document).toMatchObject({ taxes: [], tax_amount: 0, subtotal: 136.55, discount_amount: 10.83, total: 132.31 });
  expect(document.further).toEqual([{ label: { en: 'Additional charge', ms: 'Caj tambahan' }, amount: 6.59 }]);
  expect(invoiceOf(sale('card', 0), parties(shop())).further).toEqual([]);
});

it('names the buyer whom the shop knows', () => {
  expect(invoiceOf(sale(null), parties(shop(), { name: 'Siti Nur', address: null })).buyer).toEqual({
    label: { en: 'Sold to', ms: 'Dijual kepada' },
    name: 'Siti Nur',
    address: null,
  });
});

it('a credit note refers to its invoice, and goes back the way it says', () => {
  const refund = Object.assign(new SaleRefund(), {
    credit_note_number: 'CN-2026-000001',
    created_at: new Date('2026-03-11T08:30:00Z'),
    refund_method: 'cash',
    subtotal: 45,
    tax_amount: 2.72,
    amount: 47.72,
    items: [
      {
        line: 1,
        product_id: 'p0',
        product_name: 'Product 0',
        sku: 'P-0',
        quantity: 1,
        tax_rate: 6,
        subtotal: 45,
        tax_amount: 2.72,
        amount: 47.72,
        reason: null,
      },
    ],
  });
  expect(creditNoteOf({ sale: sale('card'), refund }, parties(registered))).toMatchObject({
    kind: 'credit_note',
    number: 'CN-2026-000001',
    refers_to: 'INV-2026-000042',
    total: 47.72,
    rounding: -0.02,
    payable: 47.7,
    taxes: [{ tax_rate: 6, taxable: 45, tax_amount: 2.72 }],
  });
  expect(creditNoteOf({ sale: sale('card'), refund }, parties(shop()))).toMatchObject({
    taxes: [],
    further: [{ amount: 2.72 }],
    total: 47.72,
  });
});

it('refunds in parts give back in cash what one refund would: no sen more than was taken', () => {
  const sold = sale('cash');
  sold.refunds = [9.54, 9.54, 9.54].map((amount, i) =>
    Object.assign(new SaleRefund(), { position: i + 1, amount, subtotal: 9, tax_amount: 0.54, items: [] }),
  );
  const paid = sold.refunds.map((refund) => creditNoteOf({ sale: sold, refund }, parties(shop())).payable);
  expect(paid).toEqual([9.55, 9.55, 9.5]);
});

it('what was given back otherwise than in cash was not rounded, and counts for no later one', () => {
  const sold = sale('cash');
  sold.refunds = ['card', null, 'Tunai'].map((refund_method, i) =>
    Object.assign(new SaleRefund(), {
      position: i + 1,
      amount: 9.54,
      subtotal: 9,
      tax_amount: 0.54,
      items: [],
      refund_method,
    }),
  );
  const paid = sold.refunds.map((refund) => creditNoteOf({ sale: sold, refund }, parties(shop())).payable);
  expect(paid).toEqual([9.54, 9.55, 9.55]);
});

it('names the cashier where the name is known, and what was tendered', () => {
  const sold = Object.assign(sale('cash'), { payment_details: { amount_tendered: '150.00' } });
  expect(invoiceOf(sold, parties(shop()))).toMatchObject({
    facts: [{ label: { en: 'Cashier', ms: 'Juruwang' }, value: 'Mei Ling Tan' }],
    tendered: { amount: 150, change: 17.7 },
  });
  expect(invoiceOf(sale('cash'), { ...parties(shop()), cashier: null })).toMatchObject({ facts: [], tendered: null });
});
