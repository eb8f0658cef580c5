import type { Context } from '@usaha/shared';
import { eventType, tell } from '@usaha/shared/events';
import type { FreightInvoice } from './freight-invoice.entity.js';

const ofInvoice = {
  path: '/api/v1/logistics/shipments/{shipment_id}/',
  contract_path: null,
  data: { shipment_id: 'id', invoice_number: 'text', total: 'money' },
  versioned: false,
} as const;

const freightInvoiceCreated = eventType('logistics.freight_invoice.created', {
  ...ofInvoice,
  said: {
    en: 'The carriage of a shipment was invoiced.',
    ms: 'Invois tambang satu penghantaran telah dikeluarkan.',
  },
});

const corrected = {
  credited: eventType('logistics.freight_invoice.credited', {
    ...ofInvoice,
    said: {
      en: 'A part or the rest of a freight invoice was credited.',
      ms: 'Sebahagian atau baki satu invois tambang telah dikreditkan.',
    },
  }),
  cancelled: eventType('logistics.freight_invoice.cancelled', {
    ...ofInvoice,
    said: { en: 'A freight invoice was cancelled.', ms: 'Satu invois tambang telah dibatalkan.' },
  }),
};

/** Tells that an invoice was issued. @param invoice with its number */
export const tellInvoiced = (ctx: Context, { id, shipment_id, invoice_number, total }: FreightInvoice): void =>
  tell(ctx, freightInvoiceCreated, { id, shipment_id, invoice_number, total });

/** Tells a correction, after which its e-invoice follows. */
export const tellCorrected = (
  ctx: Context,
  verb: keyof typeof corrected,
  { id, shipment_id, invoice_number, total }: FreightInvoice,
): void => tell(ctx, corrected[verb], { id, shipment_id, invoice_number, total });
