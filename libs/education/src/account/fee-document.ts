import type {
  Buyer,
  CreditMade,
  DocumentFact,
  DocumentLine,
  Party,
  PaymentMade,
  SalesDocument,
  Seller,
} from '@usaha/core';
import { money, printedDay, type Language } from '@usaha/shared';
import type { CreditNote } from '../invoice/credit-note.entity.js';
import type { Instalment } from '../invoice/instalments.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { saidPeriod } from '../invoice/period.js';
import { documentWords, saidFee, saidReason } from '../messages.js';
import type { EducationPayment } from '../payment/payment.entity.js';

/** The parties of a document, as they were named when it was issued. */
export interface FeeDocumentParties {
  seller: Seller;
  is_reprinted: boolean;
  /** null for a student who was deleted before. */
  student: Party | null;
}

/** To whom it goes: no address, since it is handed to children. */
const buyerOf = (student: Party | null): Buyer | null => student && { ...student, label: documentWords.student };

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

/** A part of an invoice, as it was agreed. */
const instalmentFact = ({ due_date, amount }: Instalment, number: number, currency: string): DocumentFact => ({
  label: {
    en: documentWords.instalment.en.replace('{number}', String(number)),
    ms: documentWords.instalment.ms.replace('{number}', String(number)),
  },
  value: `${printedDay(due_date)} · ${currency} ${amount.toFixed(2)}`,
});

/**
 * An invoice as it is handed out: the fee, what a scholarship takes off, what was paid of it and what remains.
 * @param late_invoice number of the invoice whose late fee it asks for
 */
export function invoiceDocument(
  invoice: Invoice,
  { student, ...issued }: FeeDocumentParties,
  payments: readonly PaymentMade[],
  credit_notes: readonly CreditNote[],
  language: Language,
  late_invoice: string | null = null,
): SalesDocument {
  const { invoice_number, created_at, fee_type, period, full_amount, scholarship_percentage, amount } = invoice;
  const discounted = money.add(...invoice.discounts.map((discount) => discount.amount));
  const before = money.add(amount, discounted);
  const line = { unit_price: full_amount, discount_rate: scholarship_percentage ?? 0, total: before };
  const discounts = invoice.discounts.map(({ reason, amount: taken }) =>
    lineOf({ description: saidReason(reason, language), unit_price: -taken, discount_rate: 0, total: -taken }),
  );
  const credits = credit_notes.map(({ credit_note_number, created_at: issued_at, amount: credited }): CreditMade => ({
    number: credit_note_number,
    issued_at,
    amount: credited,
  }));
  return {
    ...untaxed,
    kind: 'invoice',
    record_id: invoice.id,
    number: invoice_number,
    source: { module: 'education', kind: 'invoice', id: invoice.id, dated_at: created_at },
    currency: invoice.currency,
    issued_at: created_at,
    ...issued,
    buyer: buyerOf(student),
    lines: [
      lineOf({ description: `${saidFee(fee_type, language)} · ${saidPeriod(period, language)}`, ...line }),
      ...discounts,
    ],
    subtotal: money.add(full_amount, -discounted),
    discount_amount: money.add(full_amount, -before),
    total: amount,
    payable: amount,
    payment_method: null,
    facts: [
      ...(late_invoice === null ? [] : [{ label: documentWords.invoices, value: late_invoice }]),
      ...invoice.instalments.map((part, i) => instalmentFact(part, i + 1, invoice.currency)),
    ],
    due_date: invoice.instalments.length > 0 ? null : invoice.due_date,
    paid_so_far: { payments: [...payments], credits, balance: invoice.balance },
    open_amount: invoice.balance,
    is_cancelled: invoice.cancelled_at !== null,
  };
}

/** The receipt of a payment: what it was for, exact to the sen. @param invoice_numbers of what it settled when it was recorded */
export function receiptDocument(
  payment: EducationPayment,
  { student, ...issued }: FeeDocumentParties,
  invoice_numbers: readonly string[],
  language: Language,
): SalesDocument {
  const purpose = payment.fee_type ?? documentWords.payment[language];
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
    ...issued,
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
    is_cancelled: false,
    voided: payment.voided_at && { at: payment.voided_at, reason: payment.void_reason },
  };
}

/** A credit note: what was taken off an invoice, and why. */
export function creditNoteDocument(
  { id, credit_note_number, created_at, amount, reason }: CreditNote,
  invoice: Invoice,
  { student, ...issued }: FeeDocumentParties,
  language: Language,
): SalesDocument {
  const description = `${saidFee(invoice.fee_type, language)} · ${saidPeriod(invoice.period, language)}`;
  return {
    ...untaxed,
    kind: 'credit_note',
    record_id: id,
    number: credit_note_number,
    source: { module: 'education', kind: 'credit_note', id, dated_at: created_at },
    refers_to: invoice.invoice_number,
    currency: invoice.currency,
    issued_at: created_at,
    ...issued,
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
