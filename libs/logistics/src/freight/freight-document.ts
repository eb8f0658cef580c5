import {
  taxesOf,
  type Address,
  type Buyer,
  type DocumentFact,
  type DocumentLine,
  type PaidSoFar,
  type SalesDocument,
} from '@usaha/core';
import type { Language } from '@usaha/shared';
import { serviceWords } from '../shipment/service-words.js';
import type { ServiceType } from '../shipment/shipment-statuses.js';
import type { FreightLine } from './charges.js';
import type { FreightCreditNote } from './freight-credit-note.entity.js';
import type { FreightInvoice, NamedParty } from './freight-invoice.entity.js';
import type { FreightPayment } from './freight-payment.entity.js';
import { freightWords } from './freight-words.js';

/** What a line is called: the carriage itself by its service. */
export const lineTitle = (
  { description }: Pick<FreightLine, 'description'>,
  service_type: ServiceType,
  language: Language,
): string =>
  description ??
  freightWords.carriage[language].replace('{service}', serviceWords[service_type][language].toLowerCase());

/** Entries of an invoice, oldest first. */
export interface FreightSoFar {
  creditNotes: readonly FreightCreditNote[];
  payments: readonly FreightPayment[];
}

/**
 * A freight invoice as it is handed out, to the sender: headed "Invoice" whether or not the business is registered for SST, for
 * "tax invoice" is no term of SST.
 */
export function freightDocument(invoice: FreightInvoice, so_far: FreightSoFar, language: Language): SalesDocument {
  const { seller, sender, service_type, subtotal, tax_amount, total } = invoice;
  const lines = invoice.lines.map((line): DocumentLine => ({
    description: lineTitle(line, service_type, language),
    sku: null,
    quantity: 1,
    unit_price: line.subtotal,
    discount_rate: 0,
    tax_rate: invoice.tax_rate ?? 0,
    subtotal: line.subtotal,
    tax_amount: line.tax_amount,
    total: line.amount,
  }));
  return {
    kind: 'invoice',
    record_id: invoice.id,
    number: invoice.invoice_number,
    source: { module: 'logistics', kind: 'freight_invoice', id: invoice.id, dated_at: invoice.created_at },
    refers_to: null,
    issued_at: invoice.created_at,
    currency: 'MYR',
    seller,
    buyer: buyerOf(sender),
    lines,
    subtotal,
    discount_amount: 0,
    taxes: invoice.tax_rate === null ? [] : taxesOf(lines),
    tax_amount,
    total,
    rounding: null,
    payable: total,
    // How it is to be paid is a fact.
    payment_method: null,
    facts: factsOf(invoice),
    due_date: null,
    paid_so_far: paidSoFar(invoice, so_far),
    open_amount: Math.max(invoice.balance, 0),
    is_cancelled: invoice.cancelled_at !== null,
    notes: null,
  };
}

/** The credits and payments of an invoice, and the balance; null while it has neither. */
const paidSoFar = (invoice: FreightInvoice, { creditNotes, payments }: FreightSoFar): PaidSoFar | null =>
  creditNotes.length === 0 && payments.length === 0
    ? null
    : {
        payments: payments.map(({ receipt_number: number, created_at: paid_at, payment_method, amount }) => ({
          number,
          paid_at,
          payment_method,
          amount,
        })),
        credits: creditNotes.map(({ credit_note_number: number, created_at: issued_at, amount }) => ({
          number,
          issued_at,
          amount,
        })),
        balance: invoice.balance,
      };

/** The credit note of a part of an invoice, to the parties of the invoice as they were named then. */
export function creditNoteDocument(
  invoice: FreightInvoice,
  note: FreightCreditNote,
  language: Language,
): SalesDocument {
  const { seller, sender, service_type, tax_rate } = invoice;
  const lines = note.lines.map(({ line, subtotal, tax_amount, amount }): DocumentLine => ({
    description: lineTitle(invoice.lines[line] ?? { description: null }, service_type, language),
    sku: null,
    quantity: 1,
    unit_price: null,
    discount_rate: 0,
    tax_rate: tax_rate ?? 0,
    subtotal,
    tax_amount,
    total: amount,
  }));
  return {
    kind: 'credit_note',
    record_id: note.id,
    number: note.credit_note_number,
    source: { module: 'logistics', kind: 'credit_note', id: note.id, dated_at: note.created_at },
    refers_to: invoice.invoice_number,
    issued_at: note.created_at,
    currency: 'MYR',
    seller,
    buyer: buyerOf(sender),
    lines,
    subtotal: note.subtotal,
    discount_amount: 0,
    taxes: tax_rate === null ? [] : taxesOf(lines),
    tax_amount: note.tax_amount,
    total: note.amount,
    rounding: null,
    payable: note.amount,
    payment_method: null,
    facts: [{ label: freightWords.tracking_number, value: invoice.tracking_number }],
    due_date: null,
    paid_so_far: null,
    is_cancelled: false,
    notes: note.reason,
  };
}

const nameOf = ({ company_name, contact_person }: NamedParty): string =>
  [company_name, contact_person].filter(Boolean).join(', ');

const isSaid = (address: Address | null): boolean =>
  address !== null && Object.values(address).some((value) => value !== null && value !== '');

const buyerOf = (sender: NamedParty): Buyer | null =>
  nameOf(sender) === '' && !isSaid(sender.address)
    ? null
    : { label: freightWords.sender, name: nameOf(sender), address: sender.address };

/** Invoices that were issued before A-381 keep a payment method that named cash on delivery, by fewer words, and print none. */
const isFormerCod = (payment_method: string | null): boolean =>
  /^ *(cod|cash[ _-]+on[ _-]+delivery) *$/i.test(payment_method ?? '');

/** Of the receiver where it went, and to whom. */
function factsOf({
  tracking_number,
  receiver,
  customer_reference,
  payment_method,
}: FreightInvoice): readonly DocumentFact[] {
  const to = [nameOf(receiver), receiver.address?.city, receiver.address?.state].filter(Boolean).join(', ');
  const method = isFormerCod(payment_method) ? null : payment_method;
  const facts: DocumentFact[] = [
    { label: freightWords.tracking_number, value: tracking_number },
    { label: freightWords.receiver, value: to },
    { label: freightWords.customer_reference, value: customer_reference ?? '' },
    { label: freightWords.payment_method, value: method ?? '', is_payment_method: true },
  ];
  return facts.filter(({ value }) => value !== '');
}
