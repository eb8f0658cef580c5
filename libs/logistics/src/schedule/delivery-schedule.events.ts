import { oneOf, recordEvents } from '@usaha/shared/events';
import { scheduleStatuses, type DeliverySchedule } from './delivery-schedule.entity.js';

/** The events of delivery schedules; a status that follows its shipment is a change, too. */
export const scheduleEvents = recordEvents<DeliverySchedule>('logistics.schedule')({
  path: '/api/v1/logistics/schedules/{id}/',
  contract_path: null,
  data: {
    shipment_id: 'id',
    driver_id: 'id?',
    vehicle_id: 'id?',
    status: oneOf(scheduleStatuses),
    scheduled_date: 'day',
  },
  changed: true,
  fields: { registration_number: null, starts_at: null, ends_at: null },
  actions: { follow_shipment: 'updated' },
  verbs: {
    created: { en: 'A delivery was scheduled.', ms: 'Satu jadual penghantaran telah dicipta.' },
    updated: { en: 'The schedule of a delivery was changed.', ms: 'Satu jadual penghantaran telah diubah.' },
  },
});
