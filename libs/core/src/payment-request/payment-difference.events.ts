import { oneOf, recordEvents } from '@usaha/shared/events';
import { differenceKinds, differenceStatuses, type PaymentDifference } from './payment-difference.entity.js';

/** The event of a difference. */
export const paymentDifferenceEvents = recordEvents<PaymentDifference>('core.payment_difference')({
  path: null,
  contract_path: null,
  data: {
    kind: oneOf(differenceKinds),
    payment_request_id: 'id',
    amount: 'money',
    expected: 'money?',
    status: oneOf(differenceStatuses),
  },
  actions: { open: 'opened', resolve: null },
  verbs: {
    opened: {
      en: 'Money of a payment request differs from what is booked.',
      ms: 'Wang bagi satu permintaan bayaran berbeza daripada yang direkodkan.',
    },
  },
});
