import { money } from '@usaha/shared';
import fc from 'fast-check';
import { einvoiceSums } from '../../../../test/support/einvoice-sums.js';
import { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { SoldPackage } from '../sold-package/sold-package.entity.js';
import { taxesOfSessions } from '../sold-package/session-worth.js';
import type { AppointmentPayment } from './appointment-payment.entity.js';
import { packageSource, refundSource, visitSource } from './visit-source.js';

const COMPLETED_AT = new Date('2026-10-31T16:30:00Z');

interface Line {
  price: number;
  discount: number;
  tax_rate: number;
  isRedeemed: boolean;
}
const visitOf = (
  lines: Line[],
  products: { unit_price: number; quantity: number; tax_rate: number }[],
  taken: number,
) => {
  const visit = Object.assign(new BeautyAppointment(), {
    ...{
      id: 'v1',
      client_id: 'c1',
      invoice_number: 'INV-2026-000001',
      status: 'completed',
      completed_at: COMPLETED_AT,
    },
    lines: lines.map(({ isRedeemed, ...line }, i) => ({
      ...{ service_name: `Facial ${i}`, refunded: 0, sold_package_id: isRedeemed ? 'p1' : null, ...line },
    })),
    products: products.map((one, i) => ({
      ...{ product_name: `Serum ${i}`, refunded: 0, ...one, price: money.times(one.unit_price, one.quantity) },
    })),
  });
  const due = money.add(
    0,
    ...visit.billed.map((one) => (one.sold_package_id ? 0 : money.add(one.price, -one.discount))),
  );
  visit.total_amount = Math.max(0, money.add(due, -taken));
  return visit;
};

const sen = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100);
const rate = fc.constantFrom(0, 6, 8, 10);
const line = fc
  .record({ price: sen(50_000), off: fc.integer({ min: 0, max: 100 }), tax_rate: rate, isRedeemed: fc.boolean() })
  .map(({ off, ...one }): Line => ({ ...one, discount: money.percent(one.price, off) }));
const product = fc.record({ unit_price: sen(20_000), quantity: fc.integer({ min: 1, max: 5 }), tax_rate: rate });
const visits = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(product, { maxLength: 3 }), sen(10_000))
  .map((parts) => visitOf(...parts));
const exact = (total: number) => ({ wrong: [], totals: [total, total, total], negative: false });
const refundOf = (amount: number, lines: AppointmentPayment['lines']) =>
  ({
    ...{ id: 'r1', kind: 'refund', position: 2, amount, lines, created_at: COMPLETED_AT, payment_method: 'card' },
    ...{ receipt_number: 'CN-2026-000001', subject: 'Facial', appointment_id: 'v1', sold_package_id: null },
  }) as AppointmentPayment;

describe('A-514: a visit', () => {
  it('names its client, its services, and the charge of each line after what was taken off', () => {
    const told = { price: 100, discount: 10, tax_rate: 8, isRedeemed: false };
    const visit = visitOf([told, { ...told, discount: 0, isRedeemed: true }], [], 9);
    expect(visitSource(visit, [], true)).toMatchObject({
      ...{ module: 'beauty', kind: 'visit', number: 'INV-2026-000001', dated_at: COMPLETED_AT, total: 81 },
      ...{ subject: { module: 'beauty', id: 'c1' }, taxes_within: true, is_cancelled: false },
      lines: [
        { place: 1, category: 'facial 0', unit_price: 100, net: 75, tax_rate: 8, tax_amount: 6 },
        { place: 2, category: 'facial 1', net: 0, tax_amount: 0 },
      ],
    });
    expect(visitSource(visit, [], false)?.lines[0]).toMatchObject({ net: 81, tax_rate: 0, tax_amount: 0 });
  });

  it('without an invoice number has that of its first receipt, and without both is no document', () => {
    const visit = Object.assign(visitOf([], [], 0), { invoice_number: null });
    const paid = ['RCP-2026-000002', 'RCP-2026-000003'].map((receipt_number) => ({
      kind: 'payment',
      amount: 1,
      receipt_number,
    }));
    const tip = { kind: 'tip', amount: 1, receipt_number: 'RCP-2026-000001' };
    expect(visitSource(visit, [tip, ...paid] as AppointmentPayment[], true)?.number).toBe('RCP-2026-000002');
    expect(visitSource(visit, [tip] as AppointmentPayment[], true)).toBeNull();
  });

  it('that was invoiced and is not completed any more is cancelled; one that never was is no document', () => {
    const set = { status: 'cancelled', completed_at: null };
    const visit = Object.assign(visitOf([], [], 0), set, { invoiced_at: COMPLETED_AT });
    expect(visitSource(visit, [], true)).toMatchObject({ is_cancelled: true, dated_at: COMPLETED_AT });
    expect(visitSource(Object.assign(visit, { invoiced_at: null }), [], true)).toBeNull();
  });

  it('comes to what is charged by the sums of an e-invoice', () => {
    fc.assert(
      fc.property(visits, fc.boolean(), (visit, isTaxed) => {
        const source = visitSource(visit, [], isTaxed);
        expect(source && einvoiceSums(source)).toEqual(exact(visit.charged));
      }),
      { numRuns: 300 },
    );
  });
});

const sessions = fc.array(
  fc.record({
    ...{ service_id: fc.constant('s'), service_name: fc.constant('Facial') },
    ...{ total: fc.integer({ min: 0, max: 12 }), remaining: fc.constant(0), list_price: sen(30_000), tax_rate: rate },
  }),
  { maxLength: 5 },
);
const packageOf = (price: number, of: SoldPackage['sessions'], isTaxed: boolean): SoldPackage =>
  Object.assign(new SoldPackage(), {
    ...{ id: 'p1', client_id: 'c1', name: 'Pakej', receipt_number: 'PKG-2026-000001', created_at: COMPLETED_AT },
    ...{ price, sessions: of, payment_method: 'card' },
    tax_amount: isTaxed ? money.add(0, ...taxesOfSessions(price, of)) : 0,
  });

it('A-514: a package and its refund come to their amounts by the sums of an e-invoice', () => {
  fc.assert(
    fc.property(sen(300_000), sessions, fc.boolean(), fc.integer({ min: 1, max: 100 }), (price, of, isTaxed, part) => {
      const sold = packageOf(price, of, isTaxed);
      expect(einvoiceSums(packageSource(sold))).toEqual(exact(price));
      const amount = money.round((price * part) / 100);
      if (amount === 0) return;
      const { entry } = sold.refund(amount, 'card', 'Batal');
      const refund = { ...refundOf(amount, entry.lines), appointment_id: null, sold_package_id: 'p1' };
      const source = refundSource(refund, { visit: null, sold, entries: [] }, isTaxed);
      expect(source?.changes).toEqual({ module: 'beauty', kind: 'package', id: 'p1' });
      expect(source && einvoiceSums(source)).toEqual(exact(amount));
    }),
    { numRuns: 300 },
  );
});

describe('A-514: a refund of a visit', () => {
  it('leaves out what was no part of the visit', () => {
    const visit = visitOf([{ price: 108, discount: 0, tax_rate: 8, isRedeemed: false }], [], 0);
    const own = { line: 0, description: 'Facial 0', tax_rate: 8, amount: 54, tax_amount: null };
    const over = { line: null, description: 'Overpayment', tax_rate: 0, amount: 6, tax_amount: null };
    const source = refundSource(refundOf(60, [own, over]), { visit, sold: null, entries: [] }, true);
    expect(source).toMatchObject({
      ...{ number: 'CN-2026-000001', total: 54, rounding: 0, has_returned_money: true },
      changes: { module: 'beauty', kind: 'visit', id: 'v1' },
      lines: [{ place: 1, category: 'facial 0', unit_price: 108, net: 50, tax_rate: 8, tax_amount: 4 }],
    });
  });

  it('from before lines were named is one line, and of an unknown record is no document', () => {
    const visit = visitOf([{ price: 108, discount: 0, tax_rate: 8, isRedeemed: false }], [], 0);
    expect(refundSource(refundOf(60, null), { visit, sold: null, entries: [] }, true)).toMatchObject({
      ...{ total: 60, lines: [{ place: 1, description: 'Facial', net: 60, tax_amount: 0 }] },
    });
    expect(refundSource(refundOf(60, null), { visit: null, sold: null, entries: [] }, true)).toBeNull();
  });

  it('comes to its lines by the sums of an e-invoice', () => {
    fc.assert(
      fc.property(visits, fc.integer({ min: 1, max: 100 }), fc.boolean(), (visit, part, isTaxed) => {
        visit.amount_paid = visit.charged;
        const amount = money.round((visit.charged * part) / 100);
        fc.pre(amount > 0);
        const [moved] = visit.giveBackPart(amount);
        const source = refundSource(
          refundOf(amount, moved?.lines ?? null),
          { visit, sold: null, entries: [] },
          isTaxed,
        );
        expect(source && einvoiceSums(source)).toEqual(exact(amount));
      }),
      { numRuns: 300 },
    );
  });
});
