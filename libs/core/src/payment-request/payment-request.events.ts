import { oneOf, recordEvents, worked } from '@usaha/shared/events';
import { paymentRequestStatuses, type PaymentRequest } from './payment-request.entity.js';

/** The events of payment requests. */
export const paymentRequestEvents = recordEvents<PaymentRequest>('core.payment_request')({
  path: '/api/v1/payment-requests/{id}/',
  contract_path: null,
  data: {
    subject_type: 'text',
    subject_id: 'id',
    subject_number: 'text',
    amount: 'money',
    status: worked(oneOf(paymentRequestStatuses), (request, now) => request.statusAt(now)),
    paid_amount: 'money',
    unapplied_amount: 'money',
    refunded_amount: 'money',
  },
  actions: { refund: 'refunded' },
  statuses: {
    of: 'status',
    first: 'open',
    verbs: { paid: 'paid', expired: 'expired', cancelled: 'cancelled' },
  },
  verbs: {
    created: { en: 'A payment request was created.', ms: 'Satu permintaan bayaran telah dicipta.' },
    paid: { en: 'Money of a payment request has come.', ms: 'Wang bagi satu permintaan bayaran telah diterima.' },
    expired: { en: 'A payment request has expired.', ms: 'Satu permintaan bayaran telah tamat tempoh.' },
    cancelled: { en: 'A payment request was cancelled.', ms: 'Satu permintaan bayaran telah dibatalkan.' },
    refunded: {
      en: 'Money of a payment request was given back.',
      ms: 'Wang bagi satu permintaan bayaran telah dibayar balik.',
    },
  },
});
