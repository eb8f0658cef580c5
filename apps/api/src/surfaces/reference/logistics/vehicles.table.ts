import { Vehicle, VehicleService } from '@usaha/logistics';
import { dataTable } from '../../../data-tables/data-table.js';
import { VehicleBody, VehiclePatch, VehicleView, sentVehicle, vehicleView } from './vehicles.wire.js';

/** The vehicles of a tenant, as they are written many at once. */
export const vehicleTable = dataTable({
  resource: 'logistics.vehicles',
  entity: Vehicle,
  service: VehicleService,
  body: VehicleBody,
  patch: VehiclePatch,
  view: VehicleView,
  keys: ['registration_number'],
  balances: ['current_mileage'],
  inTurn: true,
  create: (service, ctx, body) => service.create(ctx, sentVehicle(body)),
  update: async (service, ctx, id, body) => (await service.update(ctx, id, sentVehicle(body))).vehicle,
  show: vehicleView,
});
