import { oneOf, recordEvents } from '@usaha/shared/events';
import { tenantStatuses, type Tenant } from './tenant.entity.js';

/** The events of tenants: an event belongs to the tenant that changed, also where another one's administrator changed it. */
export const tenantEvents = recordEvents<Tenant>('core.tenant')({
  path: '/api/v1/tenants/{id}/',
  contract_path: '/v1/tenants/{id}',
  data: { status: oneOf(tenantStatuses) },
  changed: true,
  fields: {
    status: 'is_active',
    suspended_by: null,
    email: 'contact_email',
    phone: 'contact_phone',
    address: 'business_address',
  },
  verbs: { updated: { en: 'A tenant was changed.', ms: 'Satu penyewa telah diubah.' } },
});
