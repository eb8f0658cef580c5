import { Tenant } from '@usaha/core';
import { Patient } from '../patient/patient.entity.js';
import { billedItem } from './bill-arithmetic.js';
import { documentOf, withoutDescriptions } from './bill-document.js';
import { BillPayment } from './bill-payment.entity.js';
import { Bill } from './bill.entity.js';

const clinic = (settings: Record<string, unknown> = {}): Tenant =>
  Object.assign(new Tenant(), { name: 'Klinik Sentosa', registration_number: '201901000005', settings });

const registered = clinic({ sst_registration_number: 'W10' });

const details = { payment_method: 'cash', insurance_claim: true, insurance_provider: 'AIA', policy_number: 'P-1' };

function bill(): Bill {
  const items = [
    billedItem({ description: 'Konsultasi', quantity: 1, unit_price: 80, tax_rate: 6 }, 0),
    billedItem({ description: 'Ubat', quantity: 2, unit_price: 25.51, tax_rate: 0 }, 1),
  ];
  const made = Bill.of('patient', items, { ...details, due_date: '2026-03-31' });
  return Object.assign(made, { bill_number: 'BILL-2026-000042', created_at: new Date('2026-03-10T08:30:00Z') });
}

it('shows tax by rate, exact sums, the insurer, and what was paid with what remains', () => {
  const made = bill();
  made.pay(50, null);
  const payment = Object.assign(new BillPayment(), {
    receipt_number: 'RCP-2026-000001',
    created_at: new Date('2026-03-11T08:30:00Z'),
    payment_method: 'cash',
    amount: 50,
  });
  const patient = Object.assign(new Patient(), { first_name: 'Siti', last_name: 'Nur', address: { state: 'Johor' } });
  expect(documentOf(made, registered, patient, [payment])).toMatchObject({
    kind: 'invoice',
    buyer: { label: { en: 'Patient', ms: 'Pesakit' }, name: 'Siti Nur', address: null },
    taxes: [
      { tax_rate: 0, taxable: 51.02, tax_amount: 0 },
      { tax_rate: 6, taxable: 80, tax_amount: 4.8 },
    ],
    total: 135.82,
    rounding: null,
    payable: 135.82,
    due_date: '2026-03-31',
    facts: [{ label: { en: 'Insurance', ms: 'Insurans' }, value: 'AIA · P-1' }],
    paid_so_far: {
      payments: [{ number: 'RCP-2026-000001', amount: 50 }],
      balance: 85.82,
    },
  });
});

it('A-183: is a bill until it is paid, then a receipt; an invoice of a clinic that is registered for SST', () => {
  const made = bill();
  expect(documentOf(made, clinic(), null, []).kind).toBe('bill');
  made.pay(made.rest, null);
  expect(documentOf(made, clinic(), null, [])).toMatchObject({ kind: 'receipt', buyer: null });
  expect(documentOf(made, registered, null, []).kind).toBe('invoice');
});

it('A-183: of a clinic that is not registered names no tax, and its sums come to the total all the same', () => {
  const made = bill();
  expect(documentOf(made, clinic(), null, [])).toMatchObject({
    seller: { sst_registration_number: null },
    subtotal: 131.02,
    taxes: [],
    tax_amount: 0,
    further: [{ label: { en: 'Additional charge', ms: 'Caj tambahan' }, amount: 4.8 }],
    total: 135.82,
  });
});

it('A-373: tells users who are shown no health data every figure, and not what was done', () => {
  const whole = documentOf(bill(), registered, null, []);
  const shown = withoutDescriptions(whole);
  expect(shown.lines.map(({ description }) => description)).toEqual(['***', '***']);
  expect(JSON.stringify(shown)).not.toMatch(/Konsultasi|Ubat/);
  const lines = shown.lines.map((line, i) => ({ ...line, description: whole.lines[i]?.description }));
  expect({ ...shown, lines }).toEqual(whole);
});
