import { oneOf, recordEvents } from '@usaha/shared/events';
import { moduleKeys } from '../../module/catalogue.js';
import { sourceKinds } from '../source/index.js';
import type { EinvoiceDocument } from './einvoice-document.entity.js';
import { einvoiceKinds } from './einvoice-kinds.js';

/** The events of e-invoices: they name no buyer. */
export const einvoiceEvents = recordEvents<EinvoiceDocument>('core.einvoice')({
  path: '/api/v1/einvoices/{id}/',
  contract_path: null,
  data: {
    number: 'text',
    kind: oneOf(einvoiceKinds),
    module: oneOf(moduleKeys),
    source_kind: oneOf(sourceKinds, { nullable: true }),
    source_id: 'text?',
    uuid: 'text?',
  },
  actions: { request_rejection: 'rejection_requested' },
  statuses: {
    of: 'status',
    first: 'draft',
    verbs: {
      // One that was certainly not received goes on waiting.
      queued: (previous) => (previous === 'sending' ? undefined : 'queued'),
      blocked: 'blocked',
      valid: 'validated',
      invalid: 'invalidated',
      cancelled: 'cancelled',
    },
  },
  verbs: {
    queued: { en: 'An e-invoice waits to be sent.', ms: 'Satu e-invois menunggu untuk dihantar.' },
    validated: { en: 'An e-invoice is valid.', ms: 'Satu e-invois telah disahkan.' },
    invalidated: { en: 'An e-invoice is invalid.', ms: 'Satu e-invois tidak sah.' },
    blocked: { en: 'An e-invoice cannot be sent.', ms: 'Satu e-invois tidak boleh dihantar.' },
    cancelled: { en: 'An e-invoice was cancelled.', ms: 'Satu e-invois telah dibatalkan.' },
    rejection_requested: {
      en: 'A buyer asks for the rejection of an e-invoice.',
      ms: 'Seorang pembeli meminta satu e-invois ditolak.',
    },
  },
});
