import type { SourceDocument, SourceLine, SourceRef } from '@usaha/core';
import { groupKey } from '@usaha/shared';
import type { CreditNote } from '../invoice/credit-note.entity.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { saidPeriod } from '../invoice/period.js';
import { saidFee } from '../messages.js';

const invoiceRef = (id: string): SourceRef => ({ module: 'education', kind: 'invoice', id });

/** The fee, which is all that an invoice asks for. Scholarship and discounts are taken off its price; no tax is on fees. */
const feeLine = ({ fee_type, period, full_amount }: Invoice, net: number): SourceLine => ({
  place: 1,
  category: groupKey(fee_type) || null,
  description: `${saidFee(fee_type, 'en')} · ${saidPeriod(period, 'en')}`,
  quantity: 1,
  unit_price: full_amount,
  ...{ net, tax_rate: 0, tax_amount: 0 },
});

const about = ({ student_id, currency }: Invoice) => ({
  currency,
  has_returned_money: false,
  subject: { module: 'education' as const, id: student_id },
  taxes_within: false,
  rounding: 0,
  payment_method: null,
});

/** An invoice of a school as an e-invoice says it. Receipts of payments are no documents. */
export const invoiceSource = (invoice: Invoice): SourceDocument => ({
  ...invoiceRef(invoice.id),
  ...about(invoice),
  number: invoice.invoice_number,
  dated_at: invoice.created_at,
  changes: null,
  lines: [feeLine(invoice, invoice.amount)],
  total: invoice.amount,
  is_cancelled: invoice.cancelled_at !== null,
});

/** A credit note of an invoice. It moves no money: what was paid settles other invoices. */
export const creditNoteSource = (invoice: Invoice, note: CreditNote): SourceDocument => ({
  ...{ module: 'education', kind: 'credit_note', id: note.id },
  ...about(invoice),
  number: note.credit_note_number,
  dated_at: note.created_at,
  changes: invoiceRef(invoice.id),
  lines: [feeLine(invoice, note.amount)],
  total: note.amount,
  is_cancelled: false,
});
