import { DriverService, driverData, type ScheduleStatus, type ShipmentStatus } from '@usaha/logistics';
import { field } from '../../../wire/field.js';
import { personPrivacyController } from '../person-privacy.controller.js';
import { recordsAsKept as records } from '../person-privacy.wire.js';
import { scheduleStatusChoices } from './delivery-schedules.wire.js';
import { DriverView, driverView } from './drivers.wire.js';
import { TRACKING_NUMBER, shipmentStatusChoices } from './shipments.wire.js';

@field.record('A shipment as far as it is about its driver')
class CarriedShipmentView {
  @field.id('Id of the shipment') id!: string;
  @field.text('Tracking number', TRACKING_NUMBER) tracking_number!: string;
  @field.choice('Status', shipmentStatusChoices) status!: ShipmentStatus;
  @field.text('Name of the driver as it was then', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
}

@field.record('A delivery schedule as far as it is about its driver')
class DrivenScheduleView {
  @field.id('Id of the delivery schedule') id!: string;
  @field.day('Day of the delivery', '2026-12-15') scheduled_date!: string;
  @field.time('Time of the delivery (UTC+8)', '09:30:00', { nullable: true }) scheduled_time!: string | null;
  @field.choice('Status', scheduleStatusChoices) status!: ScheduleStatus;
  @field.text('Name of the driver as it was then', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
}

@field.record('A proof of delivery as far as it is about the driver')
class DriverProofView {
  @field.id('Id of the proof') id!: string;
  @field.id('Id of the shipment') shipment_id!: string;
  @field.day('Day on which it was recorded (UTC+8)', '2026-12-15') day!: string;
  @field.text('Name of the driver as it was then', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
  @field.money('Amount to be collected, in MYR', 59.9, { nullable: true }) expected_amount!: number | null;
  @field.money('What the driver collected, in MYR', 59.9, { nullable: true }) collected_amount!: number | null;
}

/** Shipments, schedules and proofs are about sender and receiver: an export shows of them what is about the driver. */
export const ReferenceDriverPrivacyController = personPrivacyController({
  data: driverData,
  service: DriverService,
  module: 'logistics',
  collection: 'drivers',
  parameter: 'driver_id',
  possessive: "a driver's",
  exported: {
    schema: 'DriverExportView',
    meaning: 'All data stored about one driver',
    content: "the driver's data and audit trail",
    person: ['driver', field.nested('The driver', DriverView)],
    show: (ctx, driver) => driverView(ctx)(driver),
    records: {
      assignments: records('Assignments of vehicles to the driver'),
      shipments: field.nestedList(
        'Shipments that name the driver; nothing of sender and receiver',
        CarriedShipmentView,
      ),
      shipment_events: records('Events of shipments while they named the driver'),
      schedules: field.nestedList(
        'Delivery schedules that name the driver; nothing of the receiver',
        DrivenScheduleView,
      ),
      proofs: field.nestedList('Proofs of delivery that name the driver; nothing of the receiver', DriverProofView),
      cod_remittances: records('Cash on delivery that the driver handed in'),
    },
    trail: "Audit trail of the driver and of the driver's records: who changed or exported them; newest first",
  },
  erased: {
    schema: 'DriverErasureView',
    meaning: "The result of an erasure of a driver's data",
    content:
      'names, identity documents, contact, licence numbers and pay of the driver permanently; the driver can no longer be found, and has no vehicle. A deleted driver can be erased as well.',
    id: 'Id of the driver, who can no longer be found',
    counts: {
      assignments: field.count('Number of assignments reduced to vehicle, plate and day', 3),
      shipments: field.count('Number of shipments from which the name was taken', 120),
      shipment_events: field.count('Number of entries of their history from which name and notes were taken', 400),
      schedules: field.count('Number of delivery schedules from which the name was taken', 40),
      proofs: field.count('Number of proofs of delivery from which the name was taken', 110),
      cod_remittances: field.count('Number of remittances from which notes were taken', 12),
    },
  },
});
