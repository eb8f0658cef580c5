import { recordEvents } from '@usaha/shared/events';
import type { SalonService } from './salon-service.entity.js';

/** The events of services. */
export const salonServiceEvents = recordEvents<SalonService>('beauty.service')({
  path: '/api/v1/beauty/services/{id}/',
  contract_path: null,
  data: { price: 'money', is_active: 'flag' },
  changed: true,
  verbs: {
    created: { en: 'A service was created.', ms: 'Satu perkhidmatan telah dicipta.' },
    updated: { en: 'A service was changed.', ms: 'Satu perkhidmatan telah diubah.' },
    deleted: { en: 'A service was deleted.', ms: 'Satu perkhidmatan telah dipadam.' },
    restored: { en: 'A service was restored.', ms: 'Satu perkhidmatan telah dipulihkan.' },
  },
});
