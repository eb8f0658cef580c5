import { oneOf, recordEvents } from '@usaha/shared/events';
import { driverStatuses, type Driver } from './driver.entity.js';

/** The events of drivers: nothing but the status tells of the person. */
export const driverEvents = recordEvents<Driver>('logistics.driver')({
  path: '/api/v1/logistics/drivers/{id}/',
  contract_path: null,
  data: { status: oneOf(driverStatuses) },
  changed: true,
  verbs: {
    created: { en: 'A driver was created.', ms: 'Seorang pemandu telah dicipta.' },
    updated: { en: 'A driver was changed.', ms: 'Seorang pemandu telah diubah.' },
    deleted: { en: 'A driver was deleted.', ms: 'Seorang pemandu telah dipadam.' },
    restored: { en: 'A driver was restored.', ms: 'Seorang pemandu telah dipulihkan.' },
    erased: {
      en: 'The personal data of a driver were erased.',
      ms: 'Data peribadi seorang pemandu telah dihapuskan.',
    },
  },
});
