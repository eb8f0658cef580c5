import { Tenant, sellerOf } from '@usaha/core';
import { AppointmentLine } from '../appointment/appointment-line.entity.js';
import { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { documentOf } from './appointment-document.js';
import { AppointmentPayment } from './appointment-payment.entity.js';
import { documentWords } from './payment.messages.js';

const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const salon = (settings: Record<string, unknown> = {}): Tenant =>
  Object.assign(new Tenant(), { name: 'Teratai', registration_number: '201901000005', settings });
const registered = salon({ sst_registration_number: 'W10-1808-32000001' });

const line = (price: number, tax_rate = 0, sold_package_id: string | null = null): AppointmentLine =>
  Object.assign(new AppointmentLine(), { service_name: 'Facial', price, tax_rate, sold_package_id });

function visit(lines: AppointmentLine[], more: Partial<BeautyAppointment> = {}): BeautyAppointment {
  const total_price = lines.reduce((sum, { price }) => sum + price, 0);
  const made = Object.assign(new BeautyAppointment(), { id: ID, lines, total_price, day: '2026-03-10' });
  return Object.assign(made, { created_at: new Date(0), ...more });
}

const payment = (number: string, amount: number, payment_method: string, kind: 'payment' | 'refund' = 'payment') =>
  Object.assign(new AppointmentPayment(), {
    receipt_number: number,
    kind,
    amount,
    payment_method,
    created_at: new Date(1),
  });

const print = (appointment: BeautyAppointment, payments: AppointmentPayment[] = [], tenant = salon()) =>
  documentOf(appointment, {
    seller: sellerOf(tenant),
    buyer: { label: documentWords.client, name: 'Siti Nur', address: null },
    is_reprinted: false,
    payments,
    packageNumber: (id) => (id === 'package' ? 'PKG-2026-000001' : null),
  });

it('A-183: is a bill by its reference until something is paid, then a receipt under the last number, or an invoice with SST', () => {
  const made = visit([line(80)]);
  expect(print(made)).toMatchObject({
    kind: 'bill',
    number: '1F2E3D4C5B6A',
    total: 80,
    taxes: [],
    paid_so_far: { payments: [], balance: 80 },
    buyer: { label: { en: 'Client', ms: 'Pelanggan' }, name: 'Siti Nur', address: null },
    facts: [{ value: '10/03/2026' }],
  });
  made.pay(30);
  const deposit = payment('RCP-2026-000001', 30, 'card');
  expect(print(made, [deposit])).toMatchObject({
    kind: 'receipt',
    number: 'RCP-2026-000001',
    issued_at: new Date(1),
    paid_so_far: { payments: [{ number: 'RCP-2026-000001', amount: 30 }], balance: 50 },
  });
  expect(print(made, [deposit], registered).kind).toBe('invoice');
});

it('says how it was paid once something was, and nothing before', () => {
  const made = visit([line(80)], { payment_method: 'card' });
  expect(print(made).payment_method).toBeNull();
  made.pay(30);
  expect(print(made, [payment('RCP-2026-000001', 30, 'card')]).payment_method).toBe('card');
});

it('what a package pays stands on its line and below the subtotal; with nothing to pay it is a receipt', () => {
  const made = visit([line(80, 0, 'package')], { package_amount: 80 });
  expect(print(made)).toMatchObject({
    kind: 'receipt',
    lines: [{ sku: 'PKG-2026-000001', subtotal: 80 }],
    further: [{ label: { en: 'Paid by package' }, amount: -80 }],
    total: 0,
  });
});

it('A-267: SST is within what was charged, by rate, and only of a registered business', () => {
  const made = visit([line(108, 8), line(50)], { discount_amount: 0 });
  made.settle(158, null);
  expect(print(made, [], registered)).toMatchObject({
    taxes_within: true,
    taxes: [
      { tax_rate: 0, taxable: 50, tax_amount: 0 },
      { tax_rate: 8, taxable: 100, tax_amount: 8 },
    ],
    tax_amount: 8,
    total: 158,
  });
  expect(print(made)).toMatchObject({ taxes: [], tax_amount: 0, total: 158 });
});

it('subtotal, discount, packages and adjustment come to the total', () => {
  const made = visit([line(80), line(45.5)], { discount_amount: 8 });
  made.settle(100, null);
  const { subtotal, discount_amount, further, total } = print(made);
  expect([subtotal, discount_amount, further, total]).toEqual([
    125.5,
    8,
    [{ label: { en: 'Adjustment', ms: 'Pelarasan' }, amount: -17.5 }],
    100,
  ]);
});

it('what was paid in cash is printed in whole five sen, and comes to what is payable', () => {
  const made = visit([line(80)], { payment_method: 'Tunai', total_amount: 100.02 });
  made.pay(100.02);
  expect(print(made, [payment('1', 20, 'card'), payment('2', 80.02, 'cash')])).toMatchObject({
    total: 100.02,
    rounding: -0.02,
    payable: 100,
    paid_so_far: { payments: [{ amount: 20 }, { amount: 80 }], balance: 0 },
  });
});

it('of a cancelled visit nothing remains to be paid, and what was given back is shown', () => {
  const made = visit([line(80)], { status: 'cancelled' });
  made.refund(50);
  const payments = [payment('1', 50, 'card'), payment('2', 50, 'card', 'refund')];
  expect(print(made, payments)).toMatchObject({
    is_cancelled: true,
    number: '1',
    paid_so_far: { payments: [{ amount: 50 }, { amount: -50 }], balance: 0 },
  });
});
