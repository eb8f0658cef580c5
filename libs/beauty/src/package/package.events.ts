import { recordEvents } from '@usaha/shared/events';
import type { ServicePackage } from './package.entity.js';

/** The events of packages that a salon offers. */
export const servicePackageEvents = recordEvents<ServicePackage>('beauty.package')({
  path: '/api/v1/beauty/packages/{id}/',
  contract_path: null,
  data: { total_price: 'money?', is_active: 'flag' },
  changed: true,
  fields: { stated_discount: 'discount_percentage' },
  verbs: {
    created: { en: 'A package was created.', ms: 'Satu pakej telah dicipta.' },
    updated: { en: 'A package was changed.', ms: 'Satu pakej telah diubah.' },
  },
});
