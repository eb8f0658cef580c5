import { Tenant, sellerOf } from '@usaha/core';
import { billedItem } from './bill-arithmetic.js';
import { BillCreditNote, BillRefund } from './bill-correction.entities.js';
import { creditNoteOf, documentOf, withoutDescriptions, type BillParties } from './bill-document.js';
import { BillPayment } from './bill-payment.entity.js';
import { Bill } from './bill.entity.js';

const clinic = (settings: Record<string, unknown> = {}, patient: BillParties['patient'] = null): BillParties => {
  const tenant = { name: 'Klinik Sentosa', registration_number: '201901000005', settings };
  return { seller: sellerOf(Object.assign(new Tenant(), tenant)), patient, is_reprinted: false };
};

const registered = clinic({ sst_registration_number: 'W10' });

const none = { payments: [], creditNotes: [], refunds: [] };
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
  const patient = { name: 'Siti Nur', address: null };
  expect(documentOf(made, { ...registered, patient }, { ...none, payments: [payment] })).toMatchObject({
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
  expect(documentOf(made, clinic(), none).kind).toBe('bill');
  made.pay(made.rest, null);
  expect(documentOf(made, clinic(), none)).toMatchObject({ kind: 'receipt', buyer: null });
  expect(documentOf(made, registered, none).kind).toBe('invoice');
});

it('A-183: of a clinic that is not registered names no tax, and its sums come to the total all the same', () => {
  const made = bill();
  expect(documentOf(made, clinic(), none)).toMatchObject({
    seller: { sst_registration_number: null },
    subtotal: 131.02,
    taxes: [],
    tax_amount: 0,
    further: [{ label: { en: 'Additional charge', ms: 'Caj tambahan' }, amount: 4.8 }],
    total: 135.82,
  });
});

it('A-373: tells users who are shown no health data every figure, and not what was done', () => {
  const whole = documentOf(bill(), registered, none);
  const shown = withoutDescriptions(whole);
  expect(shown.lines.map(({ description }) => description)).toEqual(['***', '***']);
  expect(JSON.stringify(shown)).not.toMatch(/Konsultasi|Ubat/);
  const lines = shown.lines.map((line, i) => ({ ...line, description: whole.lines[i]?.description }));
  expect({ ...shown, lines }).toEqual(whole);
});

describe('A-371: a bill that was corrected', () => {
  const at = new Date('2026-03-12T08:30:00Z');
  const entry = { created_at: at, reason: 'Tidak dibuat' };

  it('lists what was credited and given back, and names the rounding of cash', () => {
    const made = bill();
    made.pay(null, 'cash');
    made.credit(35.82);
    made.refund(null, 'cash');
    const payment = Object.assign(new BillPayment(), {
      receipt_number: 'RCP-1',
      ...entry,
      amount: 135.82,
      rounding: -0.02,
    });
    const note = Object.assign(new BillCreditNote(), { credit_note_number: 'CN-1', ...entry, amount: 35.82 });
    const refund = Object.assign(new BillRefund(), {
      refund_number: 'RFD-1',
      ...entry,
      amount: 35.82,
      rounding: -0.02,
    });
    const document = documentOf(made, clinic(), { payments: [payment], creditNotes: [note], refunds: [refund] });
    expect(document).toMatchObject({ kind: 'receipt', rounding: null, payable: 135.82, is_cancelled: false });
    expect(document.paid_so_far).toMatchObject({
      payments: [{ amount: 135.8 }, { number: 'RFD-1', amount: -35.8 }],
      credits: [{ number: 'CN-1', amount: 35.82 }],
      balance: 0,
    });
  });

  it('leaves void payments out, is marked when it is cancelled, and is no receipt when it was credited whole', () => {
    const made = bill();
    const payment = Object.assign(new BillPayment(), { ...entry, amount: 50, voided_at: at });
    expect(documentOf(made, clinic(), { ...none, payments: [payment] }).paid_so_far?.payments).toEqual([]);
    made.credit(made.total);
    expect(documentOf(made, clinic(), none).kind).toBe('bill');
    made.cancel('Tersilap', at);
    expect(documentOf(made, clinic(), none)).toMatchObject({ kind: 'bill', is_cancelled: true });
  });

  it('has a credit note that names the bill and its lines', () => {
    const items = [{ line: 1, tax_rate: 0, subtotal: 25.51, tax_amount: 0, amount: 25.51 }];
    const sums = { items, subtotal: 25.51, tax_amount: 0, amount: 25.51 };
    const note = Object.assign(new BillCreditNote(), { credit_note_number: 'CN-1', ...entry, ...sums });
    expect(creditNoteOf(bill(), note, registered)).toMatchObject({
      kind: 'credit_note',
      number: 'CN-1',
      refers_to: 'BILL-2026-000042',
      lines: [{ description: 'Ubat', total: 25.51 }],
      payable: 25.51,
      notes: 'Tidak dibuat',
    });
  });
});
