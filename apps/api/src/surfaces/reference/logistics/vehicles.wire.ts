import {
  Vehicle,
  plateFormats,
  seesLastPosition,
  vehicleStatuses,
  verifyPlate,
  type DocumentWarning,
  type PlateFormat,
  type SentPlace,
  type VehicleChanged,
  type VehicleStatus,
} from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld } from '../../../wire/masked.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';
import { PlaceBody, PlaceView, sentPlace } from './positions.wire.js';
import { documentWarningChoices, warningsOf } from './warnings.wire.js';

export const vehicleStatusChoices = choices('VehicleStatus', vehicleStatuses);
const plateFormatChoices = choices('PlateFormat', plateFormats);

const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const LONG = 10_000;

@field.record('Dimensions in centimetres in a request; absent fields are null')
class VehicleDimensionsBody {
  @field.number('Length', 320, { min: 0, optional: true }) length: number | null = null;
  @field.number('Width', 170, { min: 0, optional: true }) width: number | null = null;
  @field.number('Height', 180, { min: 0, optional: true }) height: number | null = null;
}

@field.record('Dimensions in centimetres in a response')
class VehicleDimensionsView extends ViewType(VehicleDimensionsBody) {}

@field.record('Next service of a vehicle in a request; absent fields are null')
class MaintenanceScheduleBody {
  @field.day('Day of the next service', '2026-06-01', { optional: true }) next_service_date: string | null = null;
  @field.count('Mileage of the next service, in kilometres', 55000, { optional: true }) next_service_mileage:
    number | null = null;
  @field.text('Work to be done; any text', 'servis berkala', { optional: true, view: 'Work to be done' })
  service_type: string | null = null;
}

@field.record('Next service of a vehicle in a response')
class MaintenanceScheduleView extends ViewType(MaintenanceScheduleBody) {}

/** POST /api/v1/logistics/vehicles/. */
export class VehicleBody {
  @field.text('Registration number, in any form; checked in plate_verification, never refused (A-300)', 'WXY 1234', {
    max: 50,
    view: 'Registration number, as sent',
  })
  registration_number!: string;
  @field.text('Type of the vehicle; any text (A-299)', 'van', { optional: true, max: 100, view: 'Type of the vehicle' })
  vehicle_type?: string | null;
  @field.text('Make', 'Toyota', { optional: true, max: 100 }) make?: string | null;
  @field.text('Model', 'Hiace', { optional: true, max: 100 }) model?: string | null;
  @field.count('Year of manufacture', 2022, { optional: true }) year?: number | null;
  @field.text('Colour', 'putih', { optional: true, max: 100 }) color?: string | null;
  @field.text('Chassis number', 'JTFSS22P500123456', { optional: true, max: 100 }) chassis_number?: string | null;
  @field.text('Engine number', '2KD1234567', { optional: true, max: 100 }) engine_number?: string | null;
  @field.number('Payload in kilograms', 1500.5, { min: 0, optional: true }) capacity_kg?: number | null;
  @field.nested('Inside dimensions', VehicleDimensionsBody, { optional: true })
  dimensions_cm?: VehicleDimensionsBody | null;
  @field.texts('Equipment; any texts', ['tail_lift'], { unset: true, view: 'Equipment' }) features?: string[];
  @field.text('Fuel; any text', 'diesel', { optional: true, max: 100, view: 'Fuel' }) fuel_type?: string | null;
  @field.count('What the odometer shows, in kilometres; a lower value is a new odometer (A-301)', 48210, {
    optional: true,
    view: 'What the odometer shows, in kilometres',
  })
  current_mileage?: number | null;
  @field.text('Insurance policy', 'MV-2026-000123', { optional: true, max: 100 }) insurance_policy?: string | null;
  @field.day('Last day on which the insurance is valid', '2026-12-31', { optional: true }) insurance_expiry?:
    string | null;
  @field.day('Last day on which the road tax is valid', '2026-12-31', { optional: true }) road_tax_expiry?:
    string | null;
  @field.day('Last day on which the inspection is valid', '2026-09-30', { optional: true }) inspection_expiry?:
    string | null;
  @field.day("Last day on which the agency's inspection is valid", '2026-09-30', { optional: true })
  inspection_agency_expiry?: string | null;
  @field.choice('Status; active unless given', vehicleStatusChoices, { unset: true, view: 'Status' })
  status?: VehicleStatus;
  @field.reference('Id of the driver; another one is an assignment, null takes the vehicle back (A-296)', DRIVER, {
    optional: true,
    max: MAX_TEXT,
    view: 'Id of the driver who has the vehicle',
  })
  assigned_driver_id?: string | null;
  @field.nested('Where the vehicle is', PlaceBody, {
    optional: true,
    view: 'Where it was last reported to be; null before any report, and for users who may only read (A-373)',
  })
  location?: PlaceBody | null;
  @field.nested('Next service', MaintenanceScheduleBody, { optional: true })
  maintenance_schedule?: MaintenanceScheduleBody | null;
  @field.text('Notes', 'Kunci pendua di pejabat', { optional: true, max: LONG }) notes?: string | null;
}

/** PUT /api/v1/logistics/vehicles/{vehicle_id}/: the same fields, all optional. */
export class VehiclePatch extends PartialType(VehicleBody) {}

/** What a body says, with its location as a report. */
export const sentVehicle = <B extends VehicleBody | VehiclePatch>({
  location,
  ...details
}: B): Omit<B, 'location'> & { location?: SentPlace | null } => ({
  ...details,
  location: location && sentPlace(location),
});

/** An item of POST /api/v1/logistics/vehicles/bulk/. */
@field.record('A vehicle among many: the body of POST, or of PUT where a record is found')
class VehicleBulkItem extends PartialType(VehiclePatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/logistics/vehicles/bulk/. */
export class VehicleBulkBody extends BulkBody(VehicleBulkItem, ['registration_number']) {}

/** GET /api/v1/logistics/vehicles/. */
export class VehicleListQuery extends RecordList('registration_number') {
  @param.text('Type of the vehicle, ignoring case (A-173)', 'van') vehicle_type?: string;
  @param.choice('Status', vehicleStatusChoices) status?: VehicleStatus;
  @param.text('Make, ignoring case (A-173)', 'toyota') make?: string;
  @param.text('Model, ignoring case (A-173)', 'hiace') model?: string;
  @param.text('Id of the driver who has the vehicle', DRIVER) assigned_driver_id?: string;
  @param.text('Registration number, ignoring case, spaces and hyphens (A-300)', 'WXY1234')
  registration_number?: string;
}

@field.record('Checks of a registration number')
class PlateVerificationView {
  @field.choice('Form of the plate: of the running series, of a special one, or unknown', plateFormatChoices)
  format!: PlateFormat;
  @field.text('State that registered it; null where the plate tells none', 'Kuala Lumpur', { nullable: true })
  state!: string | null;
}

@field.record('A vehicle')
export class VehicleView extends ViewType(VehicleBody, {
  within: { dimensions_cm: VehicleDimensionsView, location: PlaceView, maintenance_schedule: MaintenanceScheduleView },
}) {
  @field.id('Id of the vehicle') id!: string;
  @placedBefore('vehicle_type')
  @field.nested('Checks of the registration number (A-300)', PlateVerificationView)
  plate_verification!: PlateVerificationView;
  @field.instant('When the vehicle was created (UTC)') created_at!: Date;
  @field.instant('When the vehicle was last changed or reported (UTC)') updated_at!: Date;
}

@field.record('A vehicle as it was changed')
export class VehicleChangedView extends VehicleView {
  @warningsOf(documentWarningChoices, 'Expired documents and statuses of the vehicle and its driver today (A-295)')
  warnings!: DocumentWarning[];
}

const fields = { plate_verification: ({ registration_number }: Vehicle) => verifyPlate(registration_number) };

const whole = viewOf(Vehicle, VehicleView, { revision: 1, personal: ['insurance_policy'], fields });
const withoutPosition = masked<VehicleView>({ location: withheld });

/** The view for the actor of the context: users who may only read are not shown where vehicles are. */
export const vehicleView = ({ actor }: Context): ((vehicle: Vehicle) => VehicleView) =>
  maskedUnless(seesLastPosition(actor), whole, withoutPosition);

const changed = viewFor<Vehicle, VehicleChangedView, DocumentWarning[]>(Vehicle, VehicleChangedView, {
  revision: 1,
  etagParts: (_, warnings) => ['changed', warnings.join('+')],
  personal: ['insurance_policy'],
  fields: { ...fields, warnings: (_, warnings) => warnings },
});

export const vehicleChangedView = ({ vehicle, warnings }: VehicleChanged): VehicleChangedView =>
  changed(warnings)(vehicle);
