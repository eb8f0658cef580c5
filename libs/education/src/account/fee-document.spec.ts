import { Tenant } from '@usaha/core';
import { Fee } from '../fee/fee.entity.js';
import { settle } from '../invoice/allocation.js';
import { Invoice } from '../invoice/invoice.entity.js';
import { EducationPayment } from '../payment/payment.entity.js';
import { Student } from '../student/student.entity.js';
import { invoiceDocument, receiptDocument } from './fee-document.js';
import { statementEntries } from './statement-entries.js';

const school = Object.assign(new Tenant(), { name: 'Pusat Tuisyen Bijak', settings: {} });
const student = Object.assign(new Student(), { id: 'aisyah', first_name: 'Aisyah', last_name: 'Rahman' });
student.describe({ scholarship_info: { has_scholarship: true, scholarship_percentage: 25 } });
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
  expect(invoiceDocument(invoice, school, student, [paid])).toMatchObject({
    kind: 'invoice',
    number: 'EDU-2026-000001',
    buyer: { label: { en: 'Student', ms: 'Pelajar' }, name: 'Aisyah Rahman', address: null },
    lines: [
      {
        description: 'Yuran bulanan · 2026-03',
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
  expect(invoiceDocument(invoice, school, null, []).buyer).toBeNull();
});

it('A-233: a receipt says what was paid for, exactly, and which invoices it settles', () => {
  const { payment, invoice } = made();
  const receipt = receiptDocument(payment, school, student, 'Bayaran yuran', [invoice.invoice_number]);
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
  expect(receiptDocument(payment, school, student, 'x', [])).toMatchObject({
    is_cancelled: true,
    facts: { length: 2 },
  });
});

it('a statement goes by days of Malaysia, with the balance after each line; what is void is left out', () => {
  const { invoice, payment } = made();
  const voided = EducationPayment.of(student.id, null, { amount: 1, payment_date: '2026-03-01' });
  voided.void('Dua kali', AT);
  const early = Object.assign(EducationPayment.of(student.id, null, { amount: 60, payment_date: '2026-03-02' }), {
    id: 'a',
    receipt_number: 'R-1',
  });
  expect(statementEntries({ invoices: [invoice], payments: [payment, voided, early] })).toEqual([
    { date: '2026-03-02', number: 'R-1', description: '', charged: null, paid: 60, balance: -60 },
    {
      date: '2026-03-02',
      number: 'EDU-2026-000001',
      description: 'Yuran bulanan · 2026-03',
      charged: 135,
      paid: null,
      balance: 75,
    },
    { date: '2026-03-10', number: 'RCP-2026-000007', description: 'fpx', charged: null, paid: 50, balance: 25 },
  ]);
});
