import type { Context } from '@usaha/shared';
import { eventType, tell } from '@usaha/shared/events';
import type { FreightInvoice } from './freight-invoice.entity.js';

const freightInvoiceCreated = eventType('logistics.freight_invoice.created', {
  said: {
    en: 'The carriage of a shipment was invoiced.',
    ms: 'Invois tambang satu penghantaran telah dikeluarkan.',
  },
  path: '/api/v1/logistics/shipments/{shipment_id}/',
  contract_path: null,
  data: { shipment_id: 'id', invoice_number: 'text', total: 'money' },
  versioned: false,
});

/** Tells that an invoice was issued. @param invoice with its number */
export const tellInvoiced = (ctx: Context, { id, shipment_id, invoice_number, total }: FreightInvoice): void =>
  tell(ctx, freightInvoiceCreated, { id, shipment_id, invoice_number, total });
