import { recordEvents } from '@usaha/shared/events';
import type { Customer } from './customer.entity.js';

/** The events of customers. They tell nothing about the person; each change of points has an event, too. */
export const customerEvents = recordEvents<Customer>('retail.customer')({
  path: '/api/v1/retail/customers/{id}/',
  contract_path: null,
  data: {},
  changed: true,
  fields: { pdpa_refused_at: 'pdpa_consent_stated' },
  verbs: {
    created: { en: 'A customer was created.', ms: 'Seorang pelanggan telah dicipta.' },
    updated: { en: 'A customer was changed.', ms: 'Seorang pelanggan telah diubah.' },
    deleted: { en: 'A customer was deleted.', ms: 'Seorang pelanggan telah dipadam.' },
    erased: {
      en: 'The personal data of a customer were erased.',
      ms: 'Data peribadi seorang pelanggan telah dihapuskan.',
    },
    restored: { en: 'A customer was restored.', ms: 'Seorang pelanggan telah dipulihkan.' },
  },
});
