import { addedTaxes, type Party, type PaymentMade, type SalesDocument, type Seller } from '@usaha/core';
import { money } from '@usaha/shared';
import { documentWords } from '../messages.js';
import type { BillCreditNote, BillRefund } from './bill-correction.entities.js';
import { receivedOf, type BillPayment } from './bill-payment.entity.js';
import type { Bill } from './bill.entity.js';

/** The parties of a document, as they were named when it was issued. */
export interface BillParties {
  seller: Seller;
  /** null for a patient whose data were erased. */
  patient: Party | null;
  is_reprinted: boolean;
}

/** What happened to a bill, each oldest first. */
export interface BillEntries {
  payments: readonly BillPayment[];
  creditNotes: readonly BillCreditNote[];
  refunds: readonly BillRefund[];
}

/**
 * A bill as it is handed out: an invoice of a clinic that is registered for SST, of any other a receipt once it is
 * paid. Its figures are exact; only cash that settles it is rounded to five sen, and the rounding is a line of its sums.
 */
export function documentOf(
  bill: Bill,
  { seller, patient, is_reprinted }: BillParties,
  { payments, creditNotes, refunds }: BillEntries,
): SalesDocument {
  const insurance = [bill.insurance_provider, bill.policy_number].filter(Boolean).join(' · ');
  return {
    kind: seller.sst_registration_number ? 'invoice' : isReceipt(bill) ? 'receipt' : 'bill',
    record_id: bill.id,
    number: bill.bill_number,
    source: { module: 'healthcare', kind: 'bill', id: bill.id, dated_at: bill.created_at },
    refers_to: null,
    issued_at: bill.created_at,
    seller,
    buyer: buyerOf(patient),
    lines: bill.lines.map(({ reason, ...item }) => ({
      ...item,
      description: reason === null ? item.description : `${item.description} (${reason})`,
      sku: null,
      discount_rate: 0,
    })),
    subtotal: bill.subtotal,
    discount_amount: 0,
    ...addedTaxes(seller, bill.items, bill.tax_amount),
    total: bill.total,
    rounding: bill.rounding === 0 ? null : bill.rounding,
    payable: money.add(bill.total, bill.rounding),
    payment_method: bill.payment_method,
    facts: insurance === '' ? [] : [{ label: documentWords.insurance, value: insurance }],
    due_date: bill.due_date,
    currency: 'MYR',
    paid_so_far: {
      payments: moneyOf(payments, refunds),
      credits: creditNotes.map(({ credit_note_number: number, created_at: issued_at, amount }) => ({
        number,
        issued_at,
        amount,
      })),
      balance: bill.rest,
    },
    open_amount: bill.rest,
    is_cancelled: bill.status === 'cancelled',
    is_reprinted,
    notes: null,
  };
}

/** A bill that was credited whole is settled too, and no receipt of money. */
const isReceipt = ({ status, amount_paid, total }: Bill): boolean =>
  status === 'paid' && (amount_paid > 0 || total === 0);

/** Payments and refunds in the order of time; void payments are left out. */
function moneyOf(payments: readonly BillPayment[], refunds: readonly BillRefund[]): PaymentMade[] {
  const made: PaymentMade[] = [
    ...payments
      .filter(({ voided_at }) => !voided_at)
      .map((payment) => ({
        number: payment.receipt_number,
        paid_at: payment.created_at,
        payment_method: payment.payment_method,
        amount: receivedOf(payment),
      })),
    ...refunds.map(({ refund_number: number, created_at: paid_at, refund_method, amount, rounding }) => ({
      number,
      paid_at,
      payment_method: refund_method,
      amount: -receivedOf({ amount, rounding }),
    })),
  ];
  return made.sort((a, b) => a.paid_at.getTime() - b.paid_at.getTime());
}

/** The credit note of a part of a bill. */
export function creditNoteOf(
  bill: Bill,
  note: BillCreditNote,
  { seller, patient, is_reprinted }: BillParties,
): SalesDocument {
  return {
    kind: 'credit_note',
    record_id: note.id,
    number: note.credit_note_number,
    source: { module: 'healthcare', kind: 'credit_note', id: note.id, dated_at: note.created_at },
    refers_to: bill.bill_number,
    issued_at: note.created_at,
    seller,
    buyer: buyerOf(patient),
    lines: note.items.map(({ line, tax_rate, subtotal, tax_amount, amount }) => ({
      description: bill.items[line]?.description ?? '',
      sku: null,
      quantity: bill.items[line]?.quantity ?? 1,
      unit_price: null,
      discount_rate: 0,
      tax_rate,
      subtotal,
      tax_amount,
      total: amount,
    })),
    subtotal: note.subtotal,
    discount_amount: 0,
    ...addedTaxes(seller, note.items, note.tax_amount),
    total: note.amount,
    rounding: null,
    payable: note.amount,
    payment_method: null,
    facts: [],
    due_date: null,
    currency: 'MYR',
    paid_so_far: null,
    is_cancelled: false,
    is_reprinted,
    notes: note.reason,
  };
}

/** No address: a bill lies on counters and goes to insurers. */
const buyerOf = (patient: Party | null): SalesDocument['buyer'] =>
  patient && { label: documentWords.patient, ...patient, address: null };

/** The document for users who are shown no health data: what was done and handed out tells the illness. */
export const withoutDescriptions = (document: SalesDocument): SalesDocument => ({
  ...document,
  lines: document.lines.map((line) => ({ ...line, description: '***' })),
  notes: null,
});
