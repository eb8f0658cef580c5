import type { Context } from '@usaha/shared';
import { eventType, oneOf, recordEvents, tell } from '@usaha/shared/events';
import { vehicleStatuses, type Vehicle } from './vehicle.entity.js';

const ofVehicle = { path: '/api/v1/logistics/vehicles/{id}/', contract_path: null };
const status = oneOf(vehicleStatuses);

/** The events of vehicles: where one is tells of its driver, so reports of places announce nothing. */
export const vehicleEvents = recordEvents<Vehicle>('logistics.vehicle')({
  ...ofVehicle,
  data: { status, assigned_driver_id: 'id?' },
  changed: true,
  fields: { odometer_at: null, last_updated: null, located_at: null, maintenance_entries: null },
  verbs: {
    created: { en: 'A vehicle was created.', ms: 'Satu kenderaan telah dicipta.' },
    updated: { en: 'A vehicle was changed.', ms: 'Satu kenderaan telah diubah.' },
    deleted: { en: 'A vehicle was deleted.', ms: 'Satu kenderaan telah dipadam.' },
    restored: { en: 'A vehicle was restored.', ms: 'Satu kenderaan telah dipulihkan.' },
  },
});

const vehicleAssigned = eventType('logistics.vehicle.assigned', {
  ...ofVehicle,
  said: {
    en: 'A vehicle was given to a driver, or taken back.',
    ms: 'Satu kenderaan telah diserahkan kepada pemandu, atau diambil semula.',
  },
  data: { status, assigned_driver_id: 'id?', previous_driver_id: 'id?' },
});

/** Tells who has a vehicle now. @param vehicle as it was saved */
export const tellAssigned = (ctx: Context, vehicle: Vehicle, previous_driver_id: string | null): void =>
  tell(ctx, vehicleAssigned, () => {
    const { id, version, status: now, assigned_driver_id } = vehicle;
    return { id, version, status: now, assigned_driver_id, previous_driver_id };
  });
