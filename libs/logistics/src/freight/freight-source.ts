import type { SourceDocument, SourceLine, SourceRef } from '@usaha/core';
import { groupKey } from '@usaha/shared';
import type { FreightCreditNote } from './freight-credit-note.entity.js';
import { lineTitle } from './freight-document.js';
import type { FreightInvoice } from './freight-invoice.entity.js';

const freightRef = (id: string): SourceRef => ({ module: 'logistics', kind: 'freight_invoice', id });

/** The sender by its name, as buyers of logistics are kept. */
function senderOf({ sender }: FreightInvoice): SourceDocument['subject'] {
  const id = sender.company_name?.trim() ?? '';
  return id === '' ? null : { module: 'logistics', id };
}

const about = (invoice: FreightInvoice) => ({
  currency: 'MYR',
  has_returned_money: false,
  subject: senderOf(invoice),
  taxes_within: true,
  rounding: 0,
});

const lineOf = (
  { lines, service_type, tax_rate }: FreightInvoice,
  line: number,
  { subtotal, tax_amount }: Pick<SourceLine, 'tax_amount'> & { subtotal: number },
): SourceLine => ({
  place: line + 1,
  category: groupKey(service_type),
  description: lineTitle(lines[line] ?? { description: null }, service_type, 'en'),
  quantity: 1,
  unit_price: lines[line]?.amount ?? null,
  ...{ net: subtotal, tax_rate: tax_rate ?? 0, tax_amount },
});

/** A freight invoice as an e-invoice says it. Its cash is rounded when it is paid, and not on it. */
export const freightSource = (invoice: FreightInvoice): SourceDocument => ({
  ...freightRef(invoice.id),
  ...about(invoice),
  number: invoice.invoice_number,
  dated_at: invoice.created_at,
  changes: null,
  lines: invoice.lines.map((line, i) => lineOf(invoice, i, line)),
  total: invoice.total,
  payment_method: invoice.payment_method,
  is_cancelled: invoice.cancelled_at !== null,
});

/** A credit note of a freight invoice. It moves no money. */
export const freightNoteSource = (invoice: FreightInvoice, note: FreightCreditNote): SourceDocument => ({
  ...{ module: 'logistics', kind: 'credit_note', id: note.id },
  ...about(invoice),
  number: note.credit_note_number,
  dated_at: note.created_at,
  changes: freightRef(invoice.id),
  lines: note.lines.map((credited) => lineOf(invoice, credited.line, credited)),
  total: note.amount,
  payment_method: null,
  is_cancelled: false,
});
