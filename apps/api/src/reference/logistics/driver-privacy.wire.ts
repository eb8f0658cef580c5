import type { Erasure, PersonExported } from '@usaha/core';
import type { Driver, ShipmentStatus, driverData } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { plainView } from '../../wire/view.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { DriverView, driverView } from './drivers.wire.js';
import { TRACKING_NUMBER, shipmentStatusChoices } from './shipments.wire.js';

type RecordName = keyof typeof driverData.records;

@field.record('A shipment as far as it is about its driver')
export class CarriedShipmentView {
  @field.id('Id of the shipment') id!: string;
  @field.text('Tracking number', TRACKING_NUMBER) tracking_number!: string;
  @field.choice('Status', shipmentStatusChoices) status!: ShipmentStatus;
  @field.text('Name of the driver as it was then', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
}
const carriedView = plainView<CarriedShipmentView, CarriedShipmentView>(CarriedShipmentView);

@field.record('All data stored about one driver')
export class DriverExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The driver', DriverView) driver!: DriverView;
  @records('Assignments of vehicles to the driver') assignments!: Record<string, unknown>[];
  @field.nestedList('Shipments that name the driver; nothing of sender and receiver', CarriedShipmentView)
  shipments!: CarriedShipmentView[];
  @records('What was recorded of shipments while they named the driver') shipment_events!: Record<string, unknown>[];
  @field.nestedList(
    "Audit trail of the driver and of the driver's records: who changed or exported them; newest first",
    AuditView,
  )
  audit_entries!: AuditView[];
}

/** @param driver as it is read: with the vehicles */
export const driverExportView = (
  ctx: Context,
  driver: Driver,
  exported: PersonExported<Driver, RecordName>,
): DriverExportView => ({
  ...exportedView(ctx.now, exported, { driver: driverView(ctx)(driver) }),
  shipments: (exported.records.shipments as unknown as CarriedShipmentView[]).map(carriedView),
});

@field.record("The result of an erasure of a driver's data")
export class DriverErasureView {
  @field.id('Id of the driver, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of assignments reduced to vehicle, plate and day', 3) assignments!: number;
  @field.count('Number of shipments from which the name was taken', 120) shipments!: number;
  @field.count('Number of entries of their history from which name and notes were taken', 400)
  shipment_events!: number;
}

export const driverErasureView = (erasure: Erasure<Driver, RecordName>): DriverErasureView => ({
  ...erasedView(erasure),
  assignments: erasure.blanked.assignments,
  shipments: erasure.blanked.shipments,
  shipment_events: erasure.blanked.shipment_events,
});
