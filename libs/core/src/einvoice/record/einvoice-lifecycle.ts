import { Lifecycle } from '@usaha/shared';
import { nouns } from '../../messages.js';

/**
 * How far an e-invoice is. `draft`: a note whose original is not valid yet; `sending`: it may have been sent; `submitted`: the
 * service has it, and validates it.
 */
export const einvoiceStatuses = [
  'draft',
  'blocked',
  'queued',
  'sending',
  'submitted',
  'valid',
  'invalid',
  'cancelled',
  'discarded',
] as const;
export type EinvoiceStatus = (typeof einvoiceStatuses)[number];

/** The transitions of A-520, and no other. */
export const einvoiceLifecycle = new Lifecycle(
  nouns.einvoice,
  einvoiceStatuses,
  {
    /** Of one that is sent: certainly not received. */
    queue: { from: ['draft', 'sending', 'blocked', 'invalid'], to: 'queued' },
    block: { from: ['draft', 'sending'], to: 'blocked' },
    send: { from: ['queued'], to: 'sending' },
    submit: { from: ['sending'], to: 'submitted' },
    validate: { from: ['submitted'], to: 'valid' },
    invalidate: { from: ['sending', 'submitted'], to: 'invalid' },
    cancel: { from: ['valid'], to: 'cancelled' },
    discard: { from: ['blocked', 'queued', 'invalid'], to: 'discarded' },
    /** What a user asks for: it leads to `queued`, or stays where the document cannot be built. */
    retry: { from: ['blocked', 'invalid'], to: 'queued' },
  },
  {
    statuses: {
      draft: { en: 'draft', ms: 'draf' },
      blocked: { en: 'blocked', ms: 'tersekat' },
      queued: { en: 'queued', ms: 'dalam giliran' },
      sending: { en: 'sending', ms: 'sedang dihantar' },
      submitted: { en: 'submitted', ms: 'telah dihantar' },
      valid: { en: 'valid', ms: 'sah' },
      invalid: { en: 'invalid', ms: 'tidak sah' },
      cancelled: { en: 'cancelled', ms: 'dibatalkan' },
      discarded: { en: 'discarded', ms: 'dibuang' },
    },
    verbs: {
      queue: { en: 'queue', ms: 'letakkan dalam giliran' },
      block: { en: 'block', ms: 'sekat' },
      send: { en: 'send', ms: 'hantar' },
      submit: { en: 'submit', ms: 'serahkan' },
      validate: { en: 'validate', ms: 'sahkan' },
      invalidate: { en: 'invalidate', ms: 'tolak' },
      cancel: { en: 'cancel', ms: 'batalkan' },
      discard: { en: 'discard', ms: 'buang' },
      retry: { en: 'retry', ms: 'cuba semula' },
    },
  },
  'WRONG_STATUS',
);

/** In which the service may still come to have the document, or has it and has not decided. */
export const openStatuses = ['draft', 'blocked', 'queued', 'sending', 'submitted'] as const satisfies EinvoiceStatus[];
