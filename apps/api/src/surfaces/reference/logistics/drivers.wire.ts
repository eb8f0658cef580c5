import { createHash } from 'node:crypto';
import { Driver, driverStatuses, payAndPapersFor, seesPayAndPapers, type DriverStatus } from '@usaha/logistics';
import type { Actor, Context } from '@usaha/shared';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { choices } from '../../../wire/choices.js';
import { EmergencyContactBody, EmergencyContactView } from '../../../wire/emergency-contact.wire.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrFlag } from '../../../wire/text-or-flag.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';

export const driverStatusChoices = choices('DriverStatus', driverStatuses);

const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';
const LONG = 10_000;

/** POST /api/v1/logistics/drivers/. */
export class DriverBody {
  @field.text('Given name', 'Ahmad', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Faizal', { max: 200 }) last_name!: string;
  @field.text('MyKad number or another document, in any format; stored encrypted (A-127)', '880512-14-5433', {
    optional: true,
    max: 50,
    view: 'IC number, as sent; staff and users see the last four characters (A-373)',
  })
  ic_number?: string | null;
  @field.day('Date of birth', '1988-05-12', { optional: true }) date_of_birth?: string | null;
  @field.text('Gender; any text (A-299)', 'male', { optional: true, max: 50, view: 'Gender, as sent' }) gender?:
    string | null;
  @personField.email('ahmad@example.com') email?: string | null;
  @personField.phone('+60123450188') phone_number?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.text('Number of the driving licence; stored encrypted', '0123456 aB1cD2eF', {
    optional: true,
    max: 100,
    view: 'Number of the driving licence, as sent; staff and users see the last four characters (A-373)',
  })
  license_number?: string | null;
  @field.text('Classes of the driving licence; any text (A-299)', 'D, E', {
    optional: true,
    max: 100,
    view: 'Classes of the driving licence, as sent',
  })
  license_class?: string | null;
  @field.day('Last day on which the driving licence is valid', '2027-05-11', { optional: true }) license_expiry?:
    string | null;
  @field.text('Type of the driving licence; any text', 'CDL', {
    optional: true,
    max: 100,
    view: 'Type of the driving licence',
  })
  license_type?: string | null;
  @textOrFlag('Number of the PSV or GDL licence, or whether there is one, stored encrypted as sent', 'GDL 123456', {
    optional: true,
    view: 'PSV or GDL licence, as sent; of a number staff and users see the last four characters (A-373)',
  })
  psv_license?: string | boolean | null;
  @field.day('Last day on which that licence is valid', '2027-01-31', { optional: true }) psv_expiry?: string | null;
  @field.count('Whole years of experience', 8, { optional: true }) experience_years?: number | null;
  @field.text('Employment status; any text', 'full_time', { optional: true, max: 100, view: 'Employment status' })
  employment_status?: string | null;
  @field.money('Pay per hour in MYR; stored encrypted', 15.5, {
    optional: true,
    view: 'Pay per hour in MYR; null for staff and users (A-373)',
  })
  hourly_rate?: number | null;
  @field.money('Pay per month in MYR; stored encrypted', 2800, {
    optional: true,
    view: 'Pay per month in MYR; null for staff and users (A-373)',
  })
  monthly_salary?: number | null;
  @field.nested('Emergency contact', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.day('Day of the last medical check-up', '2026-02-01', { optional: true }) medical_checkup_date?: string | null;
  @field.day('Last day on which the medical check-up is valid', '2027-01-31', { optional: true })
  medical_checkup_expiry?: string | null;
  @field.choice('Status; active unless given', driverStatusChoices, { unset: true, view: 'Status' })
  status?: DriverStatus;
  @field.text('Notes; stored encrypted', 'Kerja syif malam', { optional: true, max: LONG, view: 'Notes' }) notes?:
    string | null;
}

/** PUT /api/v1/logistics/drivers/{driver_id}/: the same fields, all optional. */
export class DriverPatch extends PartialType(DriverBody) {}

/** An item of POST /api/v1/logistics/drivers/bulk/. */
@field.record('A driver among many: the body of POST, or of PUT where a record is found')
class DriverBulkItem extends PartialType(DriverPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/logistics/drivers/bulk/. */
export class DriverBulkBody extends BulkBody(DriverBulkItem, ['ic_number']) {}

/** GET /api/v1/logistics/drivers/. */
export class DriverListQuery extends RecordList('last_name', 'first_name') {
  @param.choice('Status', driverStatusChoices) status?: DriverStatus;
  @param.text('Classes of the driving licence, ignoring case (A-173)', 'D, E') license_class?: string;
  @param.text('Employment status, ignoring case (A-173)', 'full_time') employment_status?: string;
  @param.text(
    'Part of the full name or e-mail; or, for administrators and managers, the first 6 to 12 digits of the IC number or its last 4, with or without hyphens (A-25, A-396)',
    'faizal',
  )
  search?: string;
}

@field.record('A driver')
export class DriverView extends ViewType(DriverBody, {
  within: { address: AddressView, emergency_contact: EmergencyContactView },
}) {
  @field.id('Id of the driver') id!: string;
  @field.texts('Ids of the vehicles that are assigned to the driver (A-296)', [VEHICLE]) vehicle_ids!: string[];
  @field.instant('When the driver was created (UTC)') created_at!: Date;
  @field.instant('When the driver was last changed (UTC)') updated_at!: Date;
}

/** A short name of the driver's vehicles, which change without the driver. */
const nameOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.join()).digest('base64url').slice(0, 12);

const shownTo = viewFor<Driver, DriverView, Actor | null>(Driver, DriverView, {
  revision: 1,
  etagParts: ({ vehicle_ids }, actor) => [
    vehicle_ids.length === 0 ? '' : nameOf(vehicle_ids),
    Number(seesPayAndPapers(actor)),
  ],
  personal: [
    'first_name',
    'last_name',
    'date_of_birth',
    'gender',
    'email',
    'phone_number',
    'address',
    'emergency_contact',
    'medical_checkup_date',
    'medical_checkup_expiry',
    'notes',
  ],
  fields: {
    ic_number: (driver, actor) => payAndPapersFor(actor, driver).ic_number,
    license_number: (driver, actor) => payAndPapersFor(actor, driver).license_number,
    psv_license: (driver, actor) => payAndPapersFor(actor, driver).psv_license,
    hourly_rate: (driver, actor) => payAndPapersFor(actor, driver).hourly_rate,
    monthly_salary: (driver, actor) => payAndPapersFor(actor, driver).monthly_salary,
  },
});

/** The view for the actor of the context: pay and whole numbers are for administrators and managers. */
export const driverView = ({ actor }: Context): ((driver: Driver) => DriverView) => shownTo(actor);
