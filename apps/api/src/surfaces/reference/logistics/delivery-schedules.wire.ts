import {
  DeliverySchedule,
  scheduleStatuses,
  warningCodes,
  type ScheduleStatus,
  type WarningCode,
} from '@usaha/logistics';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { warningsOf } from './warnings.wire.js';

export const scheduleStatusChoices = choices('DeliveryScheduleStatus', scheduleStatuses);
const warningChoices = choices('ScheduleWarning', warningCodes);

const SHIPMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6b';
const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';
const ROUTE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6e';
const LONG = 10_000;
/** A year. */
const MINUTES = { min: 0, max: 527_040 };

@field.record('By which ways the receiver may be told, in a request; absent fields are null')
export class ContactPreferencesBody {
  @field.flag('By telephone', true, { optional: true }) phone: boolean | null = null;
  @field.flag('By SMS', true, { optional: true }) sms: boolean | null = null;
  @field.flag('By e-mail', false, { optional: true }) email: boolean | null = null;
  @field.flag('By WhatsApp', true, { optional: true }) whatsapp: boolean | null = null;
}

@field.record('By which ways the receiver may be told')
export class ContactPreferencesView extends ViewType(ContactPreferencesBody) {}

/** POST /api/v1/logistics/schedules/. */
export class DeliveryScheduleBody {
  @field.reference('Id of the shipment', SHIPMENT, { max: MAX_TEXT }) shipment_id!: string;
  @field.reference('Id of the driver', DRIVER, { optional: true, max: MAX_TEXT }) driver_id?: string | null;
  @field.reference('Id of the vehicle', VEHICLE, { optional: true, max: MAX_TEXT }) vehicle_id?: string | null;
  @field.reference('Id of the route', ROUTE, { optional: true, max: MAX_TEXT }) route_id?: string | null;
  @field.day('Day of the delivery; past days and holidays too (A-306)', '2026-12-15', { view: 'Day of the delivery' })
  scheduled_date!: string;
  @field.time('Time of the delivery (UTC+8)', '09:30:00', { optional: true }) scheduled_time?: string | null;
  @field.number('How long it takes, in minutes; 30 count unless given', 45, {
    ...MINUTES,
    optional: true,
    view: { description: 'How long it takes, in minutes, as sent', ...MINUTES },
  })
  estimated_duration_minutes?: number | null;
  @textOrNumber('Priority; a text or a number, as sent', 'high', { optional: true, view: 'Priority, as sent' })
  priority?: string | number | null;
  @field.choice('Status; scheduled unless given. Any may follow any other', scheduleStatusChoices, {
    unset: true,
    view: 'Status',
  })
  status?: ScheduleStatus;
  @field.text('Instructions', 'Hubungi sebelum tiba', { optional: true, max: LONG }) special_instructions?:
    string | null;
  @field.nested('By which ways the receiver may be told', ContactPreferencesBody, { optional: true })
  contact_preferences?: ContactPreferencesBody | null;
}

/** PUT /api/v1/logistics/schedules/{schedule_id}/: the same fields, all optional. */
export class DeliverySchedulePatch extends PartialType(DeliveryScheduleBody) {}

/** GET /api/v1/logistics/schedules/. */
export class DeliveryScheduleListQuery extends RecordList('scheduled_date') {
  @param.text('Id of the driver', DRIVER) driver_id?: string;
  @param.text('Id of the vehicle', VEHICLE) vehicle_id?: string;
  @param.day('Earliest scheduled date', '2026-12-01') date_from?: string;
  @param.day('Latest scheduled date', '2026-12-31') date_to?: string;
  @param.choice('Status', scheduleStatusChoices) status?: ScheduleStatus;
  @param.text('Id of the shipment', SHIPMENT) shipment_id?: string;
}

@field.record('A delivery schedule: one attempt to deliver a shipment')
export class DeliveryScheduleView extends ViewType(DeliveryScheduleBody, {
  within: { contact_preferences: ContactPreferencesView },
}) {
  @field.id('Id of the delivery schedule') id!: string;
  @warningsOf(warningChoices, 'Warnings when it was last written (A-295, A-306)')
  warnings!: WarningCode[];
  @field.instant('When the delivery schedule was created (UTC)') created_at!: Date;
  @field.instant('When the delivery schedule was last changed (UTC)') updated_at!: Date;
}

export const scheduleView = viewOf(DeliverySchedule, DeliveryScheduleView, {
  revision: 2,
  fields: {
    contact_preferences: ({ contact_preferences: said }) => said && { ...said, whatsapp: said.whatsapp ?? null },
  },
  personal: ['special_instructions'],
});
