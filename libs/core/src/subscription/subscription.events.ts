import { oneOf, recordEvents, worked } from '@usaha/shared/events';
import { billingCycles } from './plans.js';
import { subscriptionStatuses, type Subscription } from './subscription.entity.js';

/** The events of subscriptions. Payments, and renewals that go on, are told by the events of payments. */
export const subscriptionEvents = recordEvents<Subscription>('core.subscription')({
  path: '/api/v1/subscriptions/{id}/',
  contract_path: '/v1/subscriptions/{id}',
  data: {
    status: worked(oneOf(subscriptionStatuses), (subscription, now) => subscription.statusAt(now)),
    billing_cycle: oneOf(billingCycles),
    amount: 'money?',
    currency: 'text',
  },
  changed: true,
  fields: {
    plan_type: null,
    received_amount: 'paid_amount',
    paid_amount: null,
    granted_terms: null,
    counted_from: null,
    anchored_at: null,
    carried_amount: null,
    carried_from: null,
    money_from: null,
    renewal_method_id: null,
    next_charge_at: null,
    renewal_payment_id: null,
    refused_charges: null,
  },
  statuses: { of: 'status', first: 'active', verbs: { cancelled: 'cancelled', expired: 'expired' } },
  verbs: {
    created: { en: 'A subscription was created.', ms: 'Satu langganan telah dicipta.' },
    updated: { en: 'A subscription was changed.', ms: 'Satu langganan telah diubah.' },
    cancelled: { en: 'A subscription was cancelled.', ms: 'Satu langganan telah dibatalkan.' },
    expired: { en: 'The term of a subscription ended.', ms: 'Tempoh satu langganan telah tamat.' },
  },
});
