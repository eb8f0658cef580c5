import type { Context } from '@usaha/shared';
import { eventType, tell } from '@usaha/shared/events';
import type { FreightInvoice } from './freight-invoice.entity.js';
import type { FreightPayment } from './freight-payment.entity.js';

const paymentCreated = eventType('logistics.freight_payment.created', {
  said: {
    en: 'A payment of a freight invoice was recorded.',
    ms: 'Satu bayaran invois tambang telah direkodkan.',
  },
  path: '/api/v1/logistics/shipments/{shipment_id}/',
  contract_path: null,
  data: { shipment_id: 'id', invoice_id: 'id', amount: 'money', amount_paid: 'money', outstanding_amount: 'money' },
  versioned: false,
});

/** Announces a payment that the ledger has: `amount_paid` and `outstanding_amount` are those of its invoice. */
export const tellFreightPayment = (ctx: Context, { id, amount }: FreightPayment, invoice: FreightInvoice): void =>
  tell(ctx, paymentCreated, () => ({
    id,
    shipment_id: invoice.shipment_id,
    invoice_id: invoice.id,
    amount,
    amount_paid: invoice.amount_paid,
    outstanding_amount: invoice.outstanding_amount,
  }));
