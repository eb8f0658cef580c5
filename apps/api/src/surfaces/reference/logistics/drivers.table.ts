import { Driver, DriverService } from '@usaha/logistics';
import { dataTable } from '../../../data-tables/data-table.js';
import { DriverBody, DriverPatch, DriverView, driverView } from './drivers.wire.js';

/** The drivers of a tenant, as they are written many at once. */
export const driverTable = dataTable({
  resource: 'logistics.drivers',
  entity: Driver,
  service: DriverService,
  body: DriverBody,
  patch: DriverPatch,
  view: DriverView,
  keys: ['ic_number'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  show: driverView,
});
