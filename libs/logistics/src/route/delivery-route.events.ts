import { recordEvents } from '@usaha/shared/events';
import type { DeliveryRoute } from './delivery-route.entity.js';

/** The events of routes. */
export const routeEvents = recordEvents<DeliveryRoute>('logistics.route')({
  path: '/api/v1/logistics/routes/{id}/',
  contract_path: null,
  data: {},
  changed: true,
  fields: { measured_distance_km: null, measured_duration_minutes: null },
  verbs: {
    created: { en: 'A route was created.', ms: 'Satu laluan telah dicipta.' },
    updated: { en: 'A route was changed.', ms: 'Satu laluan telah diubah.' },
  },
});
