import { recordEvents } from '@usaha/shared/events';
import type { PaymentMethod } from './payment-method.entity.js';

/** The events of means of payment. They tell nothing of a card. */
export const paymentMethodEvents = recordEvents<PaymentMethod>('core.payment_method')({
  path: null,
  contract_path: null,
  data: {},
  verbs: {
    created: { en: 'A payment method was added.', ms: 'Satu kaedah bayaran telah ditambah.' },
    deleted: { en: 'A payment method was deleted.', ms: 'Satu kaedah bayaran telah dipadam.' },
  },
});
