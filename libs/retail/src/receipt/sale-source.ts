import type { SourceDocument, SourceLine, SourceRef } from '@usaha/core';
import { groupKey } from '@usaha/shared';
import type { SaleRefund } from '../sale/sale-refund.entity.js';
import type { Sale } from '../sale/sale.entity.js';
import { changedHands, gotBack } from './sales-document.js';

/** A sale as e-invoices name it. */
export const saleRef = (id: string): SourceRef => ({ module: 'retail', kind: 'sale', id });
/** A refund as e-invoices name it. */
export const refundRef = (id: string): SourceRef => ({ module: 'retail', kind: 'refund', id });

const subjectOf = ({ customer_id }: Sale): SourceDocument['subject'] =>
  customer_id === null ? null : { module: 'retail', id: customer_id };

/**
 * Whether nothing of a sale is sold any more, though no refund says so: it was made void, or its status says so. A sale that was
 * refunded whole is refunded, and not cancelled.
 */
export const isCalledOff = ({ voided_at, status, refunded_total, total }: Sale): boolean =>
  voided_at !== null || status === 'cancelled' || (status === 'refunded' && refunded_total < total);

/** A sale as an e-invoice says it, whose entries are loaded. */
export function saleSource(sale: Sale): SourceDocument {
  const { rounding, payment_method } = changedHands(sale);
  const lines = sale.lines.map((line): SourceLine => ({
    place: line.line,
    category: groupKey(line.category) || null,
    description: line.product_name,
    quantity: line.quantity,
    unit_price: line.unit_price,
    net: line.subtotal,
    tax_rate: line.tax_rate,
    tax_amount: line.tax_amount,
  }));
  return {
    ...saleRef(sale.id),
    number: sale.invoice_number,
    dated_at: sale.sold_at,
    currency: 'MYR',
    changes: null,
    has_returned_money: false,
    subject: subjectOf(sale),
    lines,
    taxes_within: false,
    total: sale.total,
    rounding: rounding ?? 0,
    payment_method,
    is_cancelled: isCalledOff(sale),
  };
}

/** A refund of a sale whose refunds and entries are loaded. What the customer still owed is credited, and no money. */
export function refundSource(sale: Sale, refund: SaleRefund): SourceDocument {
  const { rounding, payment_method } = gotBack(sale, refund);
  const sold = new Map(sale.lines.map((line) => [line.line, line]));
  const lines = refund.items.map((item): SourceLine => {
    const line = sold.get(item.line);
    return {
      place: item.line,
      category: groupKey(line?.category) || null,
      description: item.product_name,
      quantity: item.quantity,
      unit_price: line?.unit_price ?? null,
      net: item.subtotal,
      tax_rate: item.tax_rate,
      tax_amount: item.tax_amount,
    };
  });
  return {
    ...refundRef(refund.id),
    number: refund.credit_note_number,
    dated_at: refund.created_at,
    currency: 'MYR',
    changes: saleRef(sale.id),
    has_returned_money: refund.credited < refund.amount,
    subject: subjectOf(sale),
    lines,
    taxes_within: false,
    total: refund.amount,
    rounding: rounding ?? 0,
    payment_method,
    is_cancelled: false,
  };
}
