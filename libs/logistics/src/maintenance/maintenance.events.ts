import { eventType } from '@usaha/shared/events';

/** A service that was done to a vehicle. Other entries of its history are changes of the vehicle. */
export const maintenanceRecorded = eventType('logistics.maintenance_record.created', {
  said: { en: 'A service of a vehicle was recorded.', ms: 'Satu servis kenderaan telah direkodkan.' },
  path: '/api/v1/logistics/vehicles/{vehicle_id}/',
  contract_path: null,
  data: { vehicle_id: 'id' },
  versioned: false,
});
