import {
  CodPayoutService,
  CodRemittance,
  DriverService,
  FreightCreditNote,
  FreightPayment,
  MaintenanceEntry,
  RouteService,
  ScheduleService,
  ShipmentEvent,
  ShipmentService,
  VehiclePosition,
  VehicleService,
} from '@usaha/logistics';
import { codPayoutView, codRemittanceView } from '../../surfaces/reference/logistics/cod.wire.js';
import { scheduleView } from '../../surfaces/reference/logistics/delivery-schedules.wire.js';
import { driverView } from '../../surfaces/reference/logistics/drivers.wire.js';
import { freightPaymentView } from '../../surfaces/reference/logistics/freight-payments.wire.js';
import { freightCreditNoteView } from '../../surfaces/reference/logistics/freight.wire.js';
import { maintenanceEntryView } from '../../surfaces/reference/logistics/maintenance.wire.js';
import { positionView } from '../../surfaces/reference/logistics/positions.wire.js';
import { routeView } from '../../surfaces/reference/logistics/routes.wire.js';
import { shipmentView } from '../../surfaces/reference/logistics/shipments.wire.js';
import { shipmentEventView } from '../../surfaces/reference/logistics/tracking.wire.js';
import { vehicleView } from '../../surfaces/reference/logistics/vehicles.wire.js';
import { always, listOf, rowsOf } from '../exported-resource.js';

const ofVehicle = { parent: ({ vehicle_id }: { vehicle_id: string }) => ({ vehicle_id }) };

/** What a courier has. */
export const logisticsResources = [
  listOf(
    'logistics.shipments',
    ['logistics.shipments'],
    ShipmentService,
    (shipments, ctx, page) => shipments.list(ctx, {}, page),
    always(shipmentView),
  ),
  rowsOf('logistics.shipments.events', 'logistics.shipment_events', ShipmentEvent, always(shipmentEventView), {
    parent: ({ shipment_id }) => ({ shipment_id }),
  }),
  rowsOf(
    'logistics.shipments.invoice.credit-notes',
    'logistics.freight_credit_notes',
    FreightCreditNote,
    always(freightCreditNoteView),
  ),
  rowsOf(
    'logistics.shipments.invoice.payments',
    'logistics.freight_payments',
    FreightPayment,
    always(freightPaymentView),
  ),
  listOf(
    'logistics.drivers',
    ['logistics.drivers'],
    DriverService,
    (drivers, ctx, page) => drivers.list(ctx, {}, page),
    driverView,
  ),
  rowsOf('logistics.drivers.cod-remittances', 'logistics.cod_remittances', CodRemittance, always(codRemittanceView)),
  listOf(
    'logistics.vehicles',
    ['logistics.vehicles'],
    VehicleService,
    (vehicles, ctx, page) => vehicles.list(ctx, {}, page),
    vehicleView,
  ),
  rowsOf('logistics.vehicles.positions', 'logistics.positions', VehiclePosition, always(positionView), ofVehicle),
  rowsOf(
    'logistics.vehicles.maintenance-history',
    'logistics.maintenance_entries',
    MaintenanceEntry,
    always(maintenanceEntryView),
    ofVehicle,
  ),
  listOf(
    'logistics.routes',
    ['logistics.routes'],
    RouteService,
    (routes, ctx, page) => routes.list(ctx, {}, page),
    always(routeView),
  ),
  listOf(
    'logistics.schedules',
    ['logistics.schedules'],
    ScheduleService,
    (schedules, ctx, page) => schedules.list(ctx, {}, page),
    always(scheduleView),
  ),
  listOf(
    'logistics.cod-payouts',
    ['logistics.cod_payouts'],
    CodPayoutService,
    (payouts, ctx, page) => payouts.list(ctx, {}, page),
    always(codPayoutView),
  ),
];
