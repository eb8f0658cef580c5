import {
  sellerOf,
  type Buyer,
  type DocumentFact,
  type DocumentLine,
  type PaymentMade,
  type SalesDocument,
  type Tenant,
} from '@usaha/core';
import { money, printedDay } from '@usaha/shared';
import type { CreditNote } from '../invoice/credit-note.entity.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { documentWords } from '../messages.js';
import type { EducationPayment } from '../payment/payment.entity.js';
import type { Student } from '../student/student.entity.js';

/** To whom it goes: no address, since it is handed to children. @param student null for a deleted one */
const buyerOf = (student: Student | null): Buyer | null =>
  student && {
    label: documentWords.student,
    name: `${student.first_name} ${student.last_name}`,
    address: null,
  };

/** No tax is on fees, and none is printed. */
const untaxed = { taxes: [], tax_amount: 0, rounding: null, refers_to: null, notes: null };

const lineOf = (line: Pick<DocumentLine, 'description' | 'unit_price' | 'discount_rate' | 'total'>): DocumentLine => ({
  ...line,
  sku: null,
  quantity: 1,
  tax_rate: 0,
  tax_amount: 0,
  subtotal: line.total,
});

/** An invoice as it is handed out: the fee, what a scholarship takes off, what was paid of it and what remains. */
export function invoiceDocument(
  invoice: Invoice,
  tenant: Tenant,
  student: Student | null,
  payments: readonly PaymentMade[],
): SalesDocument {
  const { invoice_number, created_at, fee_type, period, full_amount, scholarship_percentage, amount } = invoice;
  const discounted = money.add(...invoice.discounts.map((discount) => discount.amount));
  const before = money.add(amount, discounted);
  const line = { unit_price: full_amount, discount_rate: scholarship_percentage ?? 0, total: before };
  const discounts = invoice.discounts.map(({ reason, amount: taken }) =>
    lineOf({ description: reason, unit_price: -taken, discount_rate: 0, total: -taken }),
  );
  // A cancellation credits the rest; an invoice that is printed cancelled says so instead.
  const credited = invoice.cancelled_at ? 0 : invoice.credited;
  return {
    ...untaxed,
    kind: 'invoice',
    record_id: invoice.id,
    number: invoice_number,
    currency: invoice.currency,
    issued_at: created_at,
    seller: sellerOf(tenant),
    buyer: buyerOf(student),
    lines: [lineOf({ description: `${fee_type} · ${period}`, ...line }), ...discounts],
    subtotal: money.add(full_amount, -discounted),
    discount_amount: money.add(full_amount, -before),
    ...(credited > 0 ? { further: [{ label: documentWords.credit, amount: -credited }] } : {}),
    total: money.add(amount, -credited),
    payable: money.add(amount, -credited),
    payment_method: null,
    facts: [],
    due_date: invoice.due_date,
    paid_so_far: { payments: [...payments], balance: invoice.balance },
    is_cancelled: invoice.cancelled_at !== null,
  };
}

/**
 * The receipt of a payment: what it was for, exact to the sen.
 * @param purpose in the language of the document @param invoice_numbers of what it settles today
 */
export function receiptDocument(
  payment: EducationPayment,
  tenant: Tenant,
  student: Student | null,
  purpose: string,
  invoice_numbers: readonly string[],
): SalesDocument {
  const { receipt_number, created_at, amount, payment_method, transaction_id } = payment;
  const fact = (label: DocumentFact['label'], value: string): DocumentFact[] =>
    value === '' ? [] : [{ label, value }];
  return {
    ...untaxed,
    kind: 'receipt',
    record_id: payment.id,
    number: receipt_number,
    currency: payment.currency,
    issued_at: created_at,
    seller: sellerOf(tenant),
    buyer: buyerOf(student),
    lines: [lineOf({ description: purpose, unit_price: amount, discount_rate: 0, total: amount })],
    subtotal: amount,
    discount_amount: 0,
    total: amount,
    payable: amount,
    payment_method,
    facts: [
      ...fact(documentWords.payment_date, printedDay(payment.payment_date)),
      ...fact(documentWords.transaction, transaction_id ?? ''),
      ...fact(documentWords.invoices, invoice_numbers.join(', ')),
    ],
    due_date: null,
    paid_so_far: null,
    is_cancelled: payment.voided_at !== null,
  };
}

/** A credit note: what was taken off an invoice, and why. */
export function creditNoteDocument(
  { id, credit_note_number, created_at, amount, reason }: CreditNote,
  invoice: Invoice,
  tenant: Tenant,
  student: Student | null,
): SalesDocument {
  const description = `${invoice.fee_type} · ${invoice.period}`;
  return {
    ...untaxed,
    kind: 'credit_note',
    record_id: id,
    number: credit_note_number,
    refers_to: invoice.invoice_number,
    currency: invoice.currency,
    issued_at: created_at,
    seller: sellerOf(tenant),
    buyer: buyerOf(student),
    lines: [lineOf({ description, unit_price: null, discount_rate: 0, total: amount })],
    subtotal: amount,
    discount_amount: 0,
    total: amount,
    payable: amount,
    payment_method: null,
    facts: reason ? [{ label: documentWords.reason, value: reason }] : [],
    due_date: null,
    paid_so_far: null,
    is_cancelled: false,
  };
}
