import {
  addedTaxes,
  payableOf,
  type Buyer,
  type DocumentFact,
  type Party,
  type SalesDocument,
  type Seller,
} from '@usaha/core';
import { money } from '@usaha/shared';
import { isCash } from '@usaha/shared/malaysia';
import { documentWords } from '../messages.js';
import type { SaleRefund } from '../sale/sale-refund.entity.js';
import type { Sale } from '../sale/sale.entity.js';
import { paidOf, paidOutOf } from './kept-payments.js';
import { tenderedOf } from './tendered.js';

/** A sale over the counter is paid there. */
const PAID_AT_ONCE = { currency: 'MYR', due_date: null, paid_so_far: null };

/** The parties of a document, as they were named when it was issued. */
export interface DocumentSources {
  seller: Seller;
  is_reprinted: boolean;
  /** null for a walk-in, and for an unknown or erased customer. */
  buyer: Party | null;
  /** The user at the till; null where it is unknown. */
  cashier: Party | null;
}

type ChangedHands = Pick<SalesDocument, 'rounding' | 'payable' | 'payment_method'>;

/** What its customer pays for a sale; the loaded entries say so where payments are kept one by one. */
export const changedHands = (sale: Sale): ChangedHands & Partial<ReturnType<typeof paidOf>> =>
  sale.payments_kept
    ? paidOf(sale)
    : { ...payableOf(sale.total, sale.payment_method), payment_method: sale.payment_method };

/** What a customer gets back by a refund of a sale whose refunds and entries are loaded. */
export function gotBack(sale: Sale, refund: SaleRefund): ChangedHands & { facts: DocumentFact[] } {
  if (sale.payments_kept) return paidOutOf(sale, refund);
  const payment_method = refund.refund_method ?? sale.payment_method;
  const before = money.add(...sale.refunds.filter(isCashBefore(refund, sale)).map(({ amount }) => amount));
  return { ...payableOf(refund.amount, payment_method, before), payment_method, facts: [] };
}

/**
 * A sale as it is handed out, as it was made: the invoice of a shop that is registered for SST, the receipt of any other
 * . Later refunds stand on credit notes.
 */
export function invoiceOf(sale: Sale, { seller, buyer, cashier, is_reprinted }: DocumentSources): SalesDocument {
  const changed = changedHands(sale);
  const lines = sale.lines.map((line) => ({
    description: line.product_name,
    sku: line.sku,
    quantity: line.quantity,
    unit_price: line.unit_price,
    discount_rate: line.discount_rate,
    tax_rate: line.tax_rate,
    subtotal: line.subtotal,
    tax_amount: line.tax_amount,
    total: line.total,
  }));
  return {
    kind: seller.sst_registration_number ? 'invoice' : 'receipt',
    record_id: sale.id,
    number: sale.invoice_number,
    source: { module: 'retail', kind: 'sale', id: sale.id, dated_at: sale.sold_at },
    refers_to: null,
    issued_at: sale.sold_at,
    seller,
    buyer: buyerOf(buyer),
    lines,
    subtotal: sale.subtotal,
    discount_amount: sale.discount_amount,
    ...addedTaxes(seller, lines, sale.tax_amount),
    total: sale.total,
    tendered: tenderedOf(sale.payment_details, changed.payable),
    facts: servedBy(cashier),
    ...PAID_AT_ONCE,
    ...changed,
    open_amount: sale.outstanding_amount,
    is_cancelled: sale.status === 'cancelled',
    voided: sale.voided_at && { at: sale.voided_at, reason: sale.status_reason },
    is_reprinted,
    notes: sale.notes,
  };
}

/** The credit note of a refund. */
export function creditNoteOf(
  { sale, refund }: { sale: Sale; refund: SaleRefund },
  { seller, buyer, cashier, is_reprinted }: DocumentSources,
): SalesDocument {
  const lines = refund.items.map((item) => ({
    description: item.product_name,
    sku: item.sku,
    quantity: item.quantity,
    unit_price: null,
    discount_rate: 0,
    tax_rate: item.tax_rate,
    subtotal: item.subtotal,
    tax_amount: item.tax_amount,
    total: item.amount,
  }));
  const paidOut = gotBack(sale, refund);
  return {
    kind: 'credit_note',
    record_id: refund.id,
    number: refund.credit_note_number,
    source: { module: 'retail', kind: 'refund', id: refund.id, dated_at: refund.created_at },
    refers_to: sale.invoice_number,
    issued_at: refund.created_at,
    seller,
    buyer: buyerOf(buyer),
    lines,
    subtotal: refund.subtotal,
    discount_amount: 0,
    ...addedTaxes(seller, lines, refund.tax_amount),
    total: refund.amount,
    ...PAID_AT_ONCE,
    ...paidOut,
    facts: [...servedBy(cashier), ...paidOut.facts],
    is_cancelled: false,
    is_reprinted,
    notes: refund.notes,
  };
}

/** Those before it that were rounded: what was given back otherwise than in cash was not. */
const isCashBefore =
  (refund: SaleRefund, { payment_method }: Sale) =>
  ({ position, refund_method }: SaleRefund): boolean =>
    position < refund.position && isCash(refund_method ?? payment_method);

const servedBy = (cashier: Party | null): DocumentFact[] =>
  !cashier?.name ? [] : [{ label: documentWords.cashier, value: cashier.name }];

const buyerOf = (buyer: Party | null): Buyer | null => buyer && { label: documentWords.buyer, ...buyer };
