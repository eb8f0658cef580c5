import type { Context } from '@usaha/shared';
import { eventType, oneOf, previousStatus, recordEvents, tell, worked } from '@usaha/shared/events';
import type { SaleRefund } from './sale-refund.entity.js';
import { salePaymentStatuses, saleStatuses, type Sale } from './sale.entity.js';

/** The events of sales: a sale on account is completed with its last payment, one that is made void is cancelled. */
export const saleEvents = recordEvents<Sale>('retail.sale')({
  path: '/api/v1/retail/sales/{id}/',
  contract_path: null,
  data: {
    invoice_number: 'text',
    customer_id: 'id?',
    status: oneOf(saleStatuses),
    previous_status: previousStatus(saleStatuses),
    payment_status: oneOf(salePaymentStatuses),
    items_count: worked('count', ({ lines }) => lines.length),
    subtotal: 'money',
    discount_amount: 'money',
    tax_amount: 'money',
    total: 'money',
    refunded_total: 'money',
  },
  statuses: {
    of: 'status',
    first: 'pending',
    verbs: { completed: 'completed', cancelled: 'cancelled', refunded: 'refunded', pending: 'reopened' },
  },
  verbs: {
    created: { en: 'A sale was made.', ms: 'Satu jualan telah dibuat.' },
    completed: { en: 'A sale was completed.', ms: 'Satu jualan telah selesai.' },
    cancelled: { en: 'A sale was cancelled.', ms: 'Satu jualan telah dibatalkan.' },
    refunded: { en: 'A sale was refunded as a whole.', ms: 'Satu jualan telah dibayar balik sepenuhnya.' },
    reopened: { en: 'A sale is pending again.', ms: 'Satu jualan kembali belum selesai.' },
  },
});

const refundCreated = eventType('retail.refund.created', {
  said: {
    en: 'A part or the rest of a sale was refunded.',
    ms: 'Sebahagian atau baki satu jualan telah dibayar balik.',
  },
  path: '/api/v1/retail/sales/{sale_id}/',
  contract_path: null,
  data: { sale_id: 'id', amount: 'money', refunded_total: 'money', status: oneOf(saleStatuses) },
  versioned: false,
});

/** Tells a refund. @param sale with what was given back taken in */
export const tellRefund = (ctx: Context, { id, amount }: SaleRefund, sale: Sale): void =>
  tell(ctx, refundCreated, () => {
    const { id: sale_id, refunded_total, status } = sale;
    return { id, sale_id, amount, refunded_total, status };
  });
