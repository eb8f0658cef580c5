import type { Erasure, PersonExported } from '@usaha/core';
import type { Driver, ScheduleStatus, ShipmentStatus, driverData } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { plainView } from '../../wire/view.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { scheduleStatusChoices } from './delivery-schedules.wire.js';
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

@field.record('A delivery schedule as far as it is about its driver')
export class DrivenScheduleView {
  @field.id('Id of the delivery schedule') id!: string;
  @field.day('Day of the delivery', '2026-12-15') scheduled_date!: string;
  @field.time('Time of the delivery (UTC+8)', '09:30:00', { nullable: true }) scheduled_time!: string | null;
  @field.choice('Status', scheduleStatusChoices) status!: ScheduleStatus;
  @field.text('Name of the driver as it was then', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
}
const drivenView = plainView<DrivenScheduleView, DrivenScheduleView>(DrivenScheduleView);

@field.record('A proof of delivery as far as it is about the driver')
export class DriverProofView {
  @field.id('Id of the proof') id!: string;
  @field.id('Id of the shipment') shipment_id!: string;
  @field.day('Day on which it was recorded (UTC+8)', '2026-12-15') day!: string;
  @field.text('Name of the driver as it was then', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
  @field.money('What was to be collected, in MYR', 59.9, { nullable: true }) expected_amount!: number | null;
  @field.money('What the driver collected, in MYR', 59.9, { nullable: true }) collected_amount!: number | null;
}
const provenView = plainView<DriverProofView, DriverProofView>(DriverProofView);

@field.record('All data stored about one driver')
export class DriverExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The driver', DriverView) driver!: DriverView;
  @records('Assignments of vehicles to the driver') assignments!: Record<string, unknown>[];
  @field.nestedList('Shipments that name the driver; nothing of sender and receiver', CarriedShipmentView)
  shipments!: CarriedShipmentView[];
  @records('What was recorded of shipments while they named the driver') shipment_events!: Record<string, unknown>[];
  @field.nestedList('Delivery schedules that name the driver; nothing of the receiver', DrivenScheduleView)
  schedules!: DrivenScheduleView[];
  @field.nestedList('Proofs of delivery that name the driver; nothing of the receiver', DriverProofView)
  proofs!: DriverProofView[];
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
  proofs: (exported.records.proofs as unknown as DriverProofView[]).map(provenView),
  schedules: (exported.records.schedules as unknown as DrivenScheduleView[]).map(drivenView),
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
  @field.count('Number of delivery schedules from which the name was taken', 40) schedules!: number;
  @field.count('Number of proofs of delivery from which the name was taken', 110) proofs!: number;
}

export const driverErasureView = (erasure: Erasure<Driver, RecordName>): DriverErasureView => ({
  ...erasedView(erasure),
  assignments: erasure.blanked.assignments,
  shipments: erasure.blanked.shipments,
  shipment_events: erasure.blanked.shipment_events,
  schedules: erasure.blanked.schedules,
  proofs: erasure.blanked.proofs,
});
