import {
  addedTaxes,
  payableOf,
  sellerOf,
  type Buyer,
  type DocumentFact,
  type SalesDocument,
  type Tenant,
} from '@usaha/core';
import { money } from '@usaha/shared';
import { isCash } from '@usaha/shared/malaysia';
import type { Customer } from '../customer/customer.entity.js';
import { documentWords } from '../messages.js';
import type { SaleRefund } from '../sale/sale-refund.entity.js';
import type { Sale } from '../sale/sale.entity.js';
import { tenderedOf } from './tendered.js';

/** A sale over the counter is paid there. */
const PAID_AT_ONCE = { currency: 'MYR', due_date: null, paid_so_far: null };

/** The records that printing needs in addition to the sale. */
export interface DocumentSources {
  tenant: Tenant;
  /** null for a walk-in, and for one who is not there any more. */
  customer: Customer | null;
  /** What the user is called who stood at the till; null for one who is not there any more. */
  cashier: string | null;
}

/**
 * A sale as it is handed out, as it was made: the invoice of a shop that is registered for SST, the receipt of any other
 * . Later refunds stand on credit notes.
 */
export function invoiceOf(sale: Sale, { tenant, customer, cashier }: DocumentSources): SalesDocument {
  const seller = sellerOf(tenant);
  const payable = payableOf(sale.total, sale.payment_method);
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
    number: sale.invoice_number,
    refers_to: null,
    issued_at: sale.created_at,
    seller,
    buyer: buyerOf(customer),
    lines,
    subtotal: sale.subtotal,
    discount_amount: sale.discount_amount,
    ...addedTaxes(seller, lines, sale.tax_amount),
    total: sale.total,
    ...payable,
    payment_method: sale.payment_method,
    tendered: tenderedOf(sale.payment_details, payable.payable),
    facts: servedBy(cashier),
    ...PAID_AT_ONCE,
    is_cancelled: sale.status === 'cancelled',
    notes: sale.notes,
  };
}

/** The credit note of a refund. */
export function creditNoteOf(
  { sale, refund }: { sale: Sale; refund: SaleRefund },
  { tenant, customer, cashier }: DocumentSources,
): SalesDocument {
  const seller = sellerOf(tenant);
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
  const payment_method = refund.refund_method ?? sale.payment_method;
  const before = money.add(...sale.refunds.filter(isCashBefore(refund, sale)).map(({ amount }) => amount));
  return {
    kind: 'credit_note',
    number: refund.credit_note_number,
    refers_to: sale.invoice_number,
    issued_at: refund.created_at,
    seller,
    buyer: buyerOf(customer),
    lines,
    subtotal: refund.subtotal,
    discount_amount: 0,
    ...addedTaxes(seller, lines, refund.tax_amount),
    total: refund.amount,
    ...payableOf(refund.amount, payment_method, before),
    payment_method,
    facts: servedBy(cashier),
    ...PAID_AT_ONCE,
    is_cancelled: false,
    notes: refund.notes,
  };
}

/** Those before it that were rounded: what was given back otherwise than in cash was not. */
const isCashBefore =
  (refund: SaleRefund, { payment_method }: Sale) =>
  ({ position, refund_method }: SaleRefund): boolean =>
    position < refund.position && isCash(refund_method ?? payment_method);

const servedBy = (cashier: string | null): DocumentFact[] =>
  cashier === null ? [] : [{ label: documentWords.cashier, value: cashier }];

const buyerOf = (customer: Customer | null): Buyer | null =>
  customer && {
    label: documentWords.buyer,
    name: `${customer.first_name} ${customer.last_name}`,
    address: customer.address,
  };
