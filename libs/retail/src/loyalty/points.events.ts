import { eventType, oneOf } from '@usaha/shared/events';
import { pointsKinds } from './points-movement.entity.js';

/** An entry of the ledger of points: the id and the version are the customer's. */
export const pointsChanged = eventType('retail.points.changed', {
  said: { en: "A customer's points changed.", ms: 'Mata ganjaran seorang pelanggan telah berubah.' },
  path: '/api/v1/retail/customers/{id}/',
  contract_path: null,
  data: { kind: oneOf(pointsKinds), points_changed: 'count', balance: 'count', sale_id: 'id?' },
});
