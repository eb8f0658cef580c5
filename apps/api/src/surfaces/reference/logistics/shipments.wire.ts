import {
  Shipment,
  collectsCash,
  distanceSources,
  serviceTypes,
  shipmentStatuses,
  type DistanceSource,
  type ServiceType,
  type ShipmentStatus,
} from '@usaha/logistics';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';
import { PartyBody, PartyView } from './parties.wire.js';

export const shipmentStatusChoices = choices('ShipmentStatus', shipmentStatuses);
const serviceTypeChoices = choices('ServiceType', serviceTypes);
export const distanceSourceChoices = choices('DistanceSource', distanceSources);

const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6d';
export const TRACKING_NUMBER = 'MY260310A1B2C3DZ';
const LONG = 10_000;

const dimensionsExample = { length: 30, width: 20, height: 10 };
const packageExample = {
  weight_kg: 2.5,
  dimensions_cm: dimensionsExample,
  package_type: 'kotak',
  description: 'Buku',
  value_myr: 150,
  is_fragile: false,
  special_instructions: 'Hubungi sebelum hantar',
};

@field.record('Outer dimensions of a package, in centimetres')
class PackageDimensions {
  @field.number('Length', 30, { min: 0, optional: true }) length?: number | null;
  @field.number('Width', 20, { min: 0, optional: true }) width?: number | null;
  @field.number('Height', 10, { min: 0, optional: true }) height?: number | null;
}

@field.record('The package; further keys are kept as sent (A-292)')
class PackageDetails {
  @field.number('Weight in kilograms', 2.5, { min: 0, optional: true }) weight_kg?: number | null;
  @field.object('Outer dimensions', dimensionsExample, { optional: true, keys: PackageDimensions })
  dimensions_cm?: Record<string, unknown> | null;
  @field.text('Kind of package; any text', 'kotak', { optional: true }) package_type?: string | null;
  @field.text('Contents', 'Buku', { optional: true, max: LONG }) description?: string | null;
  @field.money('Value in MYR', 150, { optional: true }) value_myr?: number | null;
  @field.flag('Whether it is fragile', false, { optional: true }) is_fragile?: boolean | null;
  @field.text('Instructions', 'Hubungi sebelum hantar', { optional: true, max: LONG }) special_instructions?:
    string | null;
}

@field.record('Delivery window in a request; an end before the start lies on the next day (A-291)')
class TimeWindowBody {
  @field.time('From', '09:00:00', { optional: true }) start: string | null = null;
  @field.time('To', '12:00:00', { optional: true }) end: string | null = null;
}

@field.record('Delivery window; an end before the start lies on the next day')
class TimeWindowView extends ViewType(TimeWindowBody) {}

/** POST /api/v1/logistics/shipments/. */
export class ShipmentBody {
  @field.nested('Sender', PartyBody) origin!: PartyBody;
  @field.nested('Receiver', PartyBody) destination!: PartyBody;
  @field.object('The package, as sent; its value is rounded to the sen', packageExample, {
    unset: true,
    keys: PackageDetails,
    view: 'The package, as sent',
  })
  package_details?: Record<string, unknown>;
  @field.choice('Service; standard unless given (A-286)', serviceTypeChoices, { optional: true, view: 'Service' })
  service_type?: ServiceType | null;
  @field.day('Day on which it is to be delivered; past days and holidays too (A-291)', '2026-12-15', {
    optional: true,
    view: 'Day on which it is to be delivered',
  })
  delivery_date?: string | null;
  @field.nested('Window of the delivery', TimeWindowBody, { optional: true })
  delivery_time_window?: TimeWindowBody | null;
  @field.text("The customer's reference; it may repeat", 'PO-2026-0815', {
    optional: true,
    max: 200,
    view: "The customer's reference",
  })
  customer_reference?: string | null;
  @field.flag('Whether it is to be insured', true, { optional: true }) insurance_required?: boolean | null;
  @field.money('Sum insured in MYR', 150, { optional: true }) insurance_amount?: number | null;
  @field.text(
    'How it is paid; any text. Where it names cash on delivery (cod, c.o.d., cash on delivery, bayar semasa hantar or terima) and cod is not stated, the amount is collected for the sender (A-290); a card number is masked',
    'cod',
    { optional: true, max: 200, view: 'How it is paid' },
  )
  payment_method?: string | null;
  @field.money('Amount to be paid in MYR, tax included', 59.9, { optional: true }) payment_amount?: number | null;
  @field.flag('Whether the amount is collected for the sender; null or absent: payment_method tells it (A-381)', true, {
    optional: true,
    view: 'Whether the amount is collected for the sender, by what was stated or by payment_method',
  })
  cod?: boolean | null;
  @field.text('Notes', 'Pintu belakang', { optional: true, max: LONG }) notes?: string | null;
}

/** PUT /api/v1/logistics/shipments/{shipment_id}/: the same fields, all optional, and the status. */
export class ShipmentPatch extends PartialType(ShipmentBody) {
  @field.choice('Status; another one than before is a status report without location', shipmentStatusChoices, {
    unset: true,
  })
  status?: ShipmentStatus;
}

/** An item of POST /api/v1/logistics/shipments/bulk/. */
@field.record('A shipment among many: the body of POST, or of PUT where a record is found')
class ShipmentBulkItem extends PartialType(ShipmentPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
  @field.text('Tracking number, where match_on is tracking_number', TRACKING_NUMBER, { unset: true })
  tracking_number?: string;
}

/** POST /api/v1/logistics/shipments/bulk/. */
export class ShipmentBulkBody extends BulkBody(ShipmentBulkItem, ['tracking_number', 'customer_reference']) {}

/** GET /api/v1/logistics/shipments/. */
export class ShipmentListQuery extends RecordList('tracking_number', 'delivery_date') {
  @param.choice('Status', shipmentStatusChoices) status?: ShipmentStatus;
  @param.choice('Service', serviceTypeChoices) service_type?: ServiceType;
  @param.day('Earliest day of creation (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Latest day of creation (UTC+8)', '2026-03-31') date_to?: string;
  @param.text('State of the sender, in any known spelling (A-293)', 'selangor') origin_state?: string;
  @param.text('State of the receiver, in any known spelling', 'penang') destination_state?: string;
  @param.text('Tracking number, as it is typed (A-282)', TRACKING_NUMBER) tracking_number?: string;
  @param.text("The customer's reference, ignoring case", 'PO-2026-0815') customer_reference?: string;
  @param.text('Id of the driver', DRIVER) driver_id?: string;
  @param.text('Id of the vehicle', VEHICLE) vehicle_id?: string;
}

@field.record('A shipment')
export class ShipmentView extends ViewType(ShipmentPatch, {
  within: { origin: PartyView, destination: PartyView, delivery_time_window: TimeWindowView },
  filled: ['service_type', 'insurance_required', 'cod'],
  except: ['status'],
}) {
  @field.id('Id of the shipment') id!: string;
  @placedBefore('origin')
  @field.text('Tracking number, with a check character (A-281)', TRACKING_NUMBER)
  tracking_number!: string;
  @placedBefore('origin') @field.choice('Status', shipmentStatusChoices) status!: ShipmentStatus;
  @field.number('Distance in kilometres, without a map; 0 where it is not known (A-287)', 380.4)
  total_distance_km!: number;
  @field.choice('What the distance rests on: the coarser of the two places', distanceSourceChoices)
  distance_source!: DistanceSource;
  @field.instant('When it is expected to be delivered (UTC)') estimated_delivery_time!: Date;
  @field.instant('When it was delivered (UTC); null until then', { nullable: true }) actual_delivery_time!: Date | null;
  @field.id('Id of the driver; null until assigned', DRIVER, { nullable: true }) driver_id!: string | null;
  @field.id('Id of the vehicle; null until assigned', VEHICLE, { nullable: true }) vehicle_id!: string | null;
  @field.instant('When the shipment was created (UTC)') created_at!: Date;
  @field.instant('When the shipment was last changed or reported (UTC)') updated_at!: Date;
}

/** Shown as they are to the tenant's users. */
export const shownParties = ['origin', 'destination', 'package_details', 'notes'] as const;

/** Shown otherwise than they are stored. */
export const shipmentFields = { cod: (shipment: Shipment): boolean => collectsCash(shipment) };

export const shipmentView = viewOf(Shipment, ShipmentView, {
  revision: 2,
  personal: shownParties,
  fields: shipmentFields,
});
