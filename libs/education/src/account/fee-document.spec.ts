import { Tenant, personParty, sellerOf } from '@usaha/core';
import { Fee } from '../fee/fee.entity.js';
import { settle } from '../invoice/allocation.js';
import { CreditNote } from '../invoice/credit-note.entity.js';
import { Invoice } from '../invoice/invoice.entity.js';
import { EducationPayment } from '../payment/payment.entity.js';
import { Student } from '../student/student.entity.js';
import { creditNoteDocument, invoiceDocument, receiptDocument } from './fee-document.js';
import { statementEntries } from './statement-entries.js';

const seller = sellerOf(Object.assign(new Tenant(), { name: 'Pusat Tuisyen Bijak', settings: {} }));
const student = Object.assign(new Student(), { id: 'aisyah', first_name: 'Aisyah', last_name: 'Rahman' });
student.describe({ scholarship_info: { has_scholarship: true, scholarship_percentage: 25 } });
const parties = { seller, is_reprinted: false, student: personParty(student) };
const AT = new Date('2026-03-01T17:00:00Z');

function made() {
  const fee = { id: 'fee', fee_type: 'Yuran bulanan', amount: 180, scholarship_applicable: true };
  const invoice = Invoice.of(student, Object.assign(new Fee(), fee), { period: '2026-03', due_date: '2026-03-31' });
  Object.assign(invoice, { id: 'b', invoice_number: 'EDU-2026-000001', created_at: AT });
  const told = { amount: 50, payment_date: '2026-03-10', payment_method: 'fpx', transaction_id: 'FPX-1' };
  const payment = EducationPayment.of(student.id, null, { ...told, receipt_number: 'RCP-2026-000007' });
  Object.assign(payment, { id: 'c', created_at: AT });
  settle(payment, invoice, 50);
  return { invoice, payment };
}

it('A-233: an invoice says the fee, the scholarship, what was paid and what remains, and nothing of tax', () => {
  const { invoice } = made();
  const paid = { number: 'RCP-2026-000007', paid_at: AT, payment_method: 'fpx', amount: 50 };
  expect(invoiceDocument(invoice, parties, [paid], [], 'ms')).toMatchObject({
    kind: 'invoice',
    number: 'EDU-2026-000001',
    buyer: { label: { en: 'Student', ms: 'Pelajar' }, name: 'Aisyah Rahman', address: null },
    lines: [
      {
        description: 'Yuran bulanan · Mac 2026',
        quantity: 1,
        unit_price: 180,
        discount_rate: 25,
        subtotal: 135,
        total: 135,
      },
    ],
    subtotal: 180,
    discount_amount: 45,
    taxes: [],
    tax_amount: 0,
    total: 135,
    payable: 135,
    due_date: '2026-03-31',
    paid_so_far: { payments: [paid], balance: 85 },
  });
  expect(invoiceDocument(invoice, { ...parties, student: null }, [], [], 'ms').buyer).toBeNull();
});

it('A-233: a receipt says what was paid for, exactly, and which invoices it settles', () => {
  const { payment, invoice } = made();
  const receipt = receiptDocument(payment, parties, [invoice.invoice_number], 'ms');
  expect(receipt).toMatchObject({
    kind: 'receipt',
    number: 'RCP-2026-000007',
    lines: [{ description: 'Bayaran yuran', quantity: 1, unit_price: 50, discount_rate: 0, total: 50 }],
    taxes: [],
    total: 50,
    rounding: null,
    payable: 50,
    payment_method: 'fpx',
    is_cancelled: false,
  });
  expect(receipt.facts.map(({ value }) => value)).toEqual(['10/03/2026', 'FPX-1', 'EDU-2026-000001']);
  payment.void('Dua kali', AT);
  expect(receiptDocument(payment, parties, [], 'en')).toMatchObject({
    voided: { at: AT, reason: 'Dua kali' },
    facts: { length: 2 },
  });
});

it('A-361: an invoice prints its discounts with their reasons, what was credited, and that it is cancelled', () => {
  const fee = Object.assign(new Fee(), { id: 'fee', fee_type: 'Yuran', amount: 180 });
  const discounts = [
    { percent: 10, reason: 'Adik-beradik' },
    { amount: 12, reason: 'Bayaran awal' },
  ];
  const invoice = Invoice.of(student, fee, { period: '2026', due_date: '2026-03-31' }, discounts);
  Object.assign(invoice, { id: 'b', invoice_number: 'EDU-2026-000001', created_at: AT });
  invoice.credit(50);
  const note = { id: 'n', credit_note_number: 'CN-1', created_at: AT, amount: 50, reason: 'Kelas dibatalkan' };
  const notes = [Object.assign(new CreditNote(), note)];
  expect(invoiceDocument(invoice, parties, [], notes, 'en')).toMatchObject({
    lines: [
      { description: 'Yuran · 2026', total: 180 },
      { description: 'Adik-beradik', total: -18 },
      { description: 'Bayaran awal', total: -12 },
    ],
    subtotal: 150,
    discount_amount: 0,
    total: 150,
    payable: 150,
    paid_so_far: { credits: [{ number: 'CN-1', issued_at: AT, amount: 50 }], balance: 100 },
  });
  invoice.cancel('Pelajar salah', AT);
  expect(invoiceDocument(invoice, parties, [], [], 'en')).toMatchObject({ is_cancelled: true, total: 150 });
  expect(creditNoteDocument(notes[0] as CreditNote, invoice, parties, 'en')).toMatchObject({
    kind: 'credit_note',
    refers_to: 'EDU-2026-000001',
    facts: [{ value: 'Kelas dibatalkan' }],
    total: 50,
  });
});

describe('a statement', () => {
  const kept = { credit_notes: [], refunds: [] };
  const early = () =>
    Object.assign(EducationPayment.of(student.id, null, { amount: 60, payment_date: '2026-03-02' }), {
      id: 'a',
      receipt_number: 'R-1',
    });
  const figures = (account: Parameters<typeof statementEntries>[0]) =>
    statementEntries(account).map(({ date, number, kind, description, period, charged, paid, balance }) => [
      date,
      number,
      kind?.en ?? [description, period].filter(Boolean).join(' · '),
      charged,
      paid,
      balance,
    ]);

  it('goes by days of Malaysia, with the balance after each line', () => {
    const { invoice, payment } = made();
    expect(figures({ invoices: [invoice], payments: [payment, early()], ...kept })).toEqual([
      ['2026-03-02', 'R-1', '', null, 60, -60],
      ['2026-03-02', 'EDU-2026-000001', 'Yuran bulanan · 2026-03', 135, null, 75],
      ['2026-03-10', 'RCP-2026-000007', 'fpx', null, 50, 25],
    ]);
  });

  it('A-361: has voids, cancellations, credit notes and refunds on their own days', () => {
    const { invoice } = made();
    const voided = early();
    voided.void('Dua kali', new Date('2026-04-30T17:00:00Z'));
    invoice.credit(35);
    invoice.cancel('Salah', new Date('2026-05-02T04:00:00Z'));
    const note = { id: 'n', invoice_id: invoice.id, credit_note_number: 'CN-1', amount: 35 };
    const credit_notes = [Object.assign(new CreditNote(), note, { created_at: new Date('2026-04-10T04:00:00Z') })];
    const refund = {
      student_id: 's',
      withdrawal_id: 'w',
      enrollment_id: 'e',
      withdrawal_date: '2026-03-20',
      amount: 30,
    };
    const refunds = [
      { ...refund, from_account: 20, beyond_account: 10 },
      { ...refund, from_account: 0, beyond_account: 30 },
    ];
    expect(figures({ invoices: [invoice], payments: [voided], credit_notes, refunds })).toEqual([
      ['2026-03-02', 'R-1', '', null, 60, -60],
      ['2026-03-02', 'EDU-2026-000001', 'Yuran bulanan · 2026-03', 135, null, 75],
      ['2026-03-20', '', 'Refund on withdrawal', null, -20, 95],
      ['2026-04-10', 'CN-1', 'Credit note', -35, null, 60],
      ['2026-05-01', 'R-1', 'Void payment', null, -60, 120],
      ['2026-05-02', 'EDU-2026-000001', 'Invoice cancelled', -100, null, 20],
    ]);
  });
});
