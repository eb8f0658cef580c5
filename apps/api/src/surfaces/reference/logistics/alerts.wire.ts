import { alertInWords, alertKinds, type AlertKind, type FleetAlert } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { plainViewFor } from '../../../wire/view.js';
import { sentence } from '../../../wire/sentence.js';
import { ReferencePage } from '../reference.js';

const kinds = choices('FleetAlertKind', alertKinds);

const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';

/** GET /api/v1/logistics/alerts/. */
export class FleetAlertListQuery extends ReferencePage {
  @param.choice('Kind of alert', kinds) kind?: AlertKind;
  @param.text('Id of the driver', DRIVER) driver_id?: string;
  @param.text('Id of the vehicle', VEHICLE) vehicle_id?: string;
  @param.flag('Whether it is past') overdue?: boolean;
}

@field.record('A document or a service of a driver or a vehicle that is due soon, or past')
export class FleetAlertView {
  @field.choice('Kind of alert', kinds) kind!: string;
  @field.id('Id of the driver whose document it is', DRIVER, { nullable: true }) driver_id!: string | null;
  @field.id('Id of the vehicle', VEHICLE, { nullable: true }) vehicle_id!: string | null;
  @field.text('Name of the driver, or registration number of the vehicle', 'WXY 1234') name!: string;
  @field.text('What a service is for', 'servis berkala', { nullable: true }) service_type!: string | null;
  @field.day('Last day of the document, or day of the service', '2026-12-15', { nullable: true }) due_date!:
    string | null;
  @field.count('Mileage of the service, in kilometres', 55000, { nullable: true }) due_mileage!: number | null;
  @field.count('Mileage of the vehicle, for a service by mileage', 54480, { nullable: true }) current_mileage!:
    number | null;
  @field.count('Days until due_date (UTC+8); below 0 when it is past', 12, { nullable: true, min: -(2 ** 31) })
  days_left!: number | null;
  @field.count('Kilometres until due_mileage; below 0 when they were driven', 520, {
    nullable: true,
    min: -(2 ** 31),
  })
  km_left!: number | null;
  @field.flag('Whether it is past: a document is valid through its last day (A-295)', false) overdue!: boolean;
  @field.text('The same in words, in the language of Content-Language', 'WXY 1234: road tax ends on 15/12/2026')
  message!: string;
}

/** By the language that the client reads. */
export const fleetAlertView = plainViewFor<FleetAlert, FleetAlertView, Language>(FleetAlertView, {
  fields: { message: (alert, language) => sentence(alertInWords(alert, language)) },
});
