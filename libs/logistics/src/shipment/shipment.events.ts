import { oneOf, previousStatus, recordEvents } from '@usaha/shared/events';
import { SHIPMENT_CREATED, SHIPMENT_STATUS_CHANGED } from '../tracking/shipment-events.js';
import type { Shipment } from './shipment.entity.js';
import { shipmentStatuses } from './shipment-statuses.js';

/** The events of shipments: every operation that brings one to another status announces it. `announceStatus` tells deliveries. */
export const shipmentEvents = recordEvents<Shipment>('logistics.shipment')({
  path: '/api/v1/logistics/shipments/{id}/',
  contract_path: null,
  data: {
    tracking_number: 'text',
    status: oneOf(shipmentStatuses),
    previous_status: previousStatus(shipmentStatuses),
    driver_id: 'id?',
    vehicle_id: 'id?',
  },
  changed: true,
  fields: {
    origin_state_key: null,
    destination_state_key: null,
    promised_until: null,
    registration_number: null,
    events: null,
    link_generation: null,
    parties_blanked_at: null,
  },
  statuses: {
    of: 'status',
    first: 'pending',
    verbs: {
      pending: 'status_changed',
      in_transit: 'status_changed',
      delivered: 'status_changed',
      cancelled: 'status_changed',
      returned: 'status_changed',
    },
    follows: ['actual_delivery_time', 'events', 'parties_blanked_at'],
  },
  verbs: {
    created: {
      said: { en: 'A shipment was created.', ms: 'Satu penghantaran telah dicipta.' },
      inner: SHIPMENT_CREATED,
    },
    updated: { en: 'A shipment was changed.', ms: 'Satu penghantaran telah diubah.' },
    status_changed: {
      said: { en: 'A shipment came to another status.', ms: 'Status satu penghantaran telah berubah.' },
      inner: SHIPMENT_STATUS_CHANGED,
    },
  },
});
