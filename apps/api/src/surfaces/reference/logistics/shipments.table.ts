import { Shipment, ShipmentService } from '@usaha/logistics';
import { dataTable } from '../../../data-tables/data-table.js';
import { ShipmentBody, ShipmentPatch, ShipmentView, shipmentView } from './shipments.wire.js';

/** The shipments of a tenant, as they are written many at once. */
export const shipmentTable = dataTable({
  resource: 'logistics.shipments',
  entity: Shipment,
  service: ShipmentService,
  body: ShipmentBody,
  patch: ShipmentPatch,
  view: ShipmentView,
  keys: ['tracking_number', 'customer_reference'],
  given: ['tracking_number'],
  inTurn: true,
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  show: () => shipmentView,
});
