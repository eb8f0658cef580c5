import { createHash } from 'node:crypto';
import {
  AppointmentLine,
  BeautyAppointment,
  beautyAppointmentStatuses,
  contraindicationText,
  type BilledProduct,
  type BeautyAppointmentStatus,
  type ReminderPreferences,
  type RenderedService,
} from '@usaha/beauty';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { flagOrAmount } from '../../../wire/flag-or-amount.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textsOrObjects } from '../../../wire/texts-or-objects.js';
import { plainView, viewFor, viewOf } from '../../../wire/view.js';
import { sentence } from '../../../wire/sentence.js';
import { ReferencePage } from '../reference.js';

const SERVICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const MEMBER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7c';
const PRODUCT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b9e';
const CLIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';
const LONG = 10_000;
choices('BeautyAppointmentStatus', beautyAppointmentStatuses);
const usedExample = ['Serum', { product_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b9e', quantity: 1 }];

@field.record('How a client wants to be reminded; further keys are kept as sent')
export class ReminderPreferenceKeys {
  @field.flag('Whether a reminder is sent by e-mail; default true (A-266)', true, { optional: true }) email?:
    boolean | null;
  @field.flag('Stored; no SMS is sent', false, { optional: true }) sms?: boolean | null;
  @field.count('Whole hours before the first start; default: the configured reminder_hours_before', 24, {
    optional: true,
  })
  reminder_hours_before?: number | null;
}

const remindersExample = { email: true, sms: false, reminder_hours_before: 24 };

@field.record('A service to book')
export class AppointmentLineBody {
  @field.text('Id of a service of the business', SERVICE, { max: 200 }) service_id!: string;
  @field.text('Id of a member of staff of the business', MEMBER, { optional: true, max: 200 }) staff_id?: string | null;
  @field.text('Start: a date and time, or a time on the day of creation (A-108, A-241)', '2030-06-10T10:00:00+08:00', {
    optional: true,
    max: 40,
  })
  start_time?: string | null;
  @field.text('End; default: the start plus the duration of the service', '2030-06-10T10:45:00+08:00', {
    optional: true,
    max: 40,
  })
  end_time?: string | null;
}

@field.record('A product on the bill of a visit')
export class BilledProductBody {
  @field.text('Id of a product of the business', PRODUCT, { max: 200 }) product_id!: string;
  @field.count('Whole units; default 1', 1, { optional: true, min: 1 }) quantity?: number | null;
}

/** POST /api/v1/beauty/appointments/. */
export class BeautyAppointmentBody {
  @field.text('Id of a client of the business; null or absent only with walk_in', CLIENT, { optional: true, max: 200 })
  client_id?: string | null;
  @field.flag('true: a visit without a client; default false', false, { unset: true }) walk_in?: boolean;
  @field.nestedList('Services, in order; the same service may appear more than once', AppointmentLineBody, { min: 1 })
  services!: AppointmentLineBody[];
  @field.nestedList(
    'Products on the same bill, in order; in a change they replace those that there were',
    BilledProductBody,
    {
      unset: true,
    },
  )
  products?: BilledProductBody[];
  @field.number('Ignored: it follows from the services (A-109)', 80, { optional: true }) total_price?: number | null;
  @field.number('Ignored: it follows from the services (A-109)', 45, { optional: true }) total_duration_minutes?:
    number | null;
  @field.choice('Status, stored as sent; default pending (A-112)', beautyAppointmentStatuses, { unset: true })
  status?: BeautyAppointmentStatus;
  @field.text('Payment status; any text. paid and refunded record a payment or a refund (A-245)', 'pending', {
    unset: true,
    max: 200,
  })
  payment_status?: string;
  @field.text('Payment method; card numbers are cut to their last four digits (A-255)', 'cash', {
    optional: true,
    max: 200,
  })
  payment_method?: string | null;
  @field.text('Notes; stored encrypted', 'Prefers a quiet room', { optional: true, max: LONG }) notes?: string | null;
  @field.text('Special requests; stored encrypted', 'A woman, please', { optional: true, max: LONG })
  special_requests?: string | null;
  @field.object('How the client wants to be reminded (A-266)', remindersExample, {
    optional: true,
    keys: ReminderPreferenceKeys,
  })
  reminder_preferences?: ReminderPreferences | null;
}

/** PUT /api/v1/beauty/appointments/{appointment_id}/: the same fields, all optional. */
export class BeautyAppointmentPatch extends PartialType(BeautyAppointmentBody) {}

/** GET /api/v1/beauty/appointments/. */
export class BeautyAppointmentListQuery extends ReferencePage {
  @param.text('Id of the client', CLIENT) client_id?: string;
  @param.text('Id of a member of staff with a service of the appointment', MEMBER) staff_id?: string;
  @param.day('On this day or later (UTC+8)', '2030-06-01') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2030-06-30') date_to?: string;
  @param.choice('Status', beautyAppointmentStatuses) status?: BeautyAppointmentStatus;
}

/** POST /api/v1/beauty/appointments/{appointment_id}/cancel/. */
export class BeautyCancellationBody {
  @field.text('Reason; stored encrypted', 'The client is away', { optional: true, max: LONG }) reason?: string | null;
  @field.text('The person who cancelled the appointment; any text; default: your user id (A-155)', 'client', {
    optional: true,
    max: 200,
  })
  cancelled_by?: string | null;
  @field.money('Amount given back in MYR (A-248)', 0, { optional: true }) refund_amount?: number | null;
}

@field.record('A service that was given')
export class RenderedServiceBody {
  @field.text('Id of a service of the business, booked or not', SERVICE, { max: 200 }) service_id!: string;
  @field.text('Notes', 'Mild redness', { optional: true, max: LONG }) notes?: string | null;
  @textsOrObjects('Products used: texts or objects, returned as sent (A-257)', usedExample, { unset: true })
  products_used?: (string | object)[];
  @field.texts('Recommendations', ['SPF'], { unset: true }) recommendations?: string[];
}

/** POST /api/v1/beauty/appointments/{appointment_id}/complete/. */
export class TreatmentCompletionBody {
  @field.nestedList('Services given; stored encrypted (A-247)', RenderedServiceBody, { optional: true })
  services_rendered?: RenderedServiceBody[] | null;
  @field.money('Amount charged in MYR; default: total_price less what policies take off (A-246)', 80, {
    optional: true,
  })
  total_amount?: number | null;
  @flagOrAmount('true for all that is open, or the amount received in MYR (A-246)', 80, { optional: true })
  payment_received?: boolean | number | null;
  @field.text('Payment method; unchanged if absent', 'cash', { optional: true, max: 200 }) payment_method?:
    string | null;
  @field.text('Notes of the staff; stored encrypted', 'Skin calmer than last time', { optional: true, max: LONG })
  staff_notes?: string | null;
  @field.flag('Whether a follow-up is required; default false', true, { optional: true }) follow_up_required?:
    boolean | null;
  @field.day('Date of the follow-up; books nothing', '2030-07-08', { optional: true }) follow_up_date?: string | null;
}

@field.record('A service of an appointment')
export class AppointmentLineView {
  @field.id('Id of the service', SERVICE) service_id!: string;
  @field.text('Name of the service when it was booked', 'Deep cleansing facial') service_name!: string;
  @field.id('Id of the member of staff', MEMBER, { nullable: true }) staff_id!: string | null;
  @field.text('First and last name when the member was booked; null after erasure of the member', 'Mei Ling', {
    nullable: true,
    max: 1_001,
  })
  staff_name!: string | null;
  @field.text('Start, as sent', '2030-06-10T10:00:00+08:00', { nullable: true }) start_time!: string | null;
  @field.text('End, as sent or worked out', '2030-06-10T10:45:00+08:00', { nullable: true }) end_time!: string | null;
  @field.money('Price in MYR when it was booked, including tax', 80) price!: number;
}

@field.record('A service that was given, as sent')
export class RenderedServiceView {
  @field.text('Id of the service', SERVICE) service_id!: string;
  @field.text('Notes', 'Mild redness', { nullable: true, max: LONG }) notes!: string | null;
  @textsOrObjects('Products used', usedExample) products_used!: unknown[];
  @field.texts('Recommendations', ['SPF']) recommendations!: string[];
}

@field.record('A product on the bill of a visit, as it was when it was put there')
export class BilledProductView {
  @field.id('Id of the product', PRODUCT) product_id!: string;
  @field.text('Name of the product', 'Serum') product_name!: string;
  @field.count('Whole units', 1) quantity!: number;
  @field.money('Price of one unit in MYR, including tax', 45.9) unit_price!: number;
  @field.money('Price of all units in MYR, including tax', 45.9) price!: number;
}

@field.record('An appointment of a salon or spa')
export class BeautyAppointmentView {
  @field.id('Id of the appointment') id!: string;
  @field.id('Id of the client; null of a walk-in', CLIENT, { nullable: true }) client_id!: string | null;
  @field.flag('Whether it is a visit without a client', false) walk_in!: boolean;
  @field.nestedList('Services, in the order in which they were sent', AppointmentLineView)
  services!: AppointmentLineView[];
  @field.nestedList('Products on the same bill, in the order in which they were sent', BilledProductView)
  products!: BilledProductView[];
  @field.money('Sum of the prices of services and products in MYR (A-109)', 80) total_price!: number;
  @field.count('Minutes of all services together (A-109)', 45) total_duration_minutes!: number;
  @field.choice('Status', beautyAppointmentStatuses) status!: BeautyAppointmentStatus;
  @field.text('Payment status: pending, partially_paid, paid, refunded, or as sent (A-245)', 'pending')
  payment_status!: string;
  @field.text('Payment method', 'cash', { nullable: true }) payment_method!: string | null;
  @field.money('Amount charged in MYR; null until completed (A-246)', 80, { nullable: true }) total_amount!:
    number | null;
  @field.money('Amount in MYR that policies took off (A-270)', 0) discount_amount!: number;
  @field.money('Received less given back, in MYR (A-245)', 80) amount_paid!: number;
  @field.money('Given back, in MYR', 0) amount_refunded!: number;
  @flagOrAmount('Payment received at completion, as sent; null before', 80) payment_received!: boolean | number | null;
  @field.text('Notes', 'Prefers a quiet room', { nullable: true, max: LONG }) notes!: string | null;
  @field.text('Special requests', 'A woman, please', { nullable: true, max: LONG }) special_requests!: string | null;
  @field.object('How the client wants to be reminded', remindersExample, {
    nullable: true,
    keys: ReminderPreferenceKeys,
  })
  reminder_preferences!: ReminderPreferences | null;
  @field.nestedList('Services given, as sent; empty until completed', RenderedServiceView)
  services_rendered!: RenderedServiceView[];
  @field.text('Notes of the staff', 'Skin calmer than last time', { nullable: true, max: LONG }) staff_notes!:
    string | null;
  @field.text('Number of the invoice; null until it is completed first (A-353)', 'INV-2026-000042', { nullable: true })
  invoice_number!: string | null;
  @field.flag('Whether a follow-up is required', false) follow_up_required!: boolean;
  @field.day('Date of the follow-up', '2030-07-08', { nullable: true }) follow_up_date!: string | null;
  @field.text('Reason for the cancellation', 'The client is away', { nullable: true, max: LONG }) cancellation_reason!:
    string | null;
  @field.text('The person who cancelled it (A-155)', 'client', { nullable: true }) cancelled_by!: string | null;
  @field.money('Amount given back at the cancellation in MYR, as sent', 0, { nullable: true }) refund_amount!:
    number | null;
  @field.instant('When the client was checked in (UTC); null until then (A-249)', { nullable: true })
  checked_in_at!: Date | null;
  @field.instant('When it was started (UTC); null until then', { nullable: true }) started_at!: Date | null;
  @field.instant('When it was completed (UTC); null unless it is', { nullable: true }) completed_at!: Date | null;
  @field.instant('When it was cancelled (UTC); null unless it is', { nullable: true }) cancelled_at!: Date | null;
  @field.texts(
    'Contraindications of the services that the client has stated, in the language of Content-Language (A-256)',
    ['Deep cleansing facial is not advised with lavender oil, and the client has stated Lavender'],
  )
  warnings!: string[];
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

const productView = plainView<BilledProduct, BilledProductView>(BilledProductView);
const lineView = viewOf(AppointmentLine, AppointmentLineView, { personal: ['staff_name'] });

const renderedView = plainView<RenderedService, RenderedServiceView>(RenderedServiceView, {
  fields: {
    notes: ({ notes }) => notes ?? null,
    products_used: ({ products_used }) => products_used ?? [],
    recommendations: ({ recommendations }) => recommendations ?? [],
  },
});

const warningsOf = ({ warnings }: BeautyAppointment, language: Language): string[] =>
  warnings.map((warning) => sentence(contraindicationText(warning, language)));

/** Warnings come and go without a change of the appointment: they stand in its tag by what they say. */
function warningTag(appointment: BeautyAppointment, language: Language): string[] {
  const texts = warningsOf(appointment, language);
  return texts.length > 0 ? [createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)] : [];
}

/** By the language that the client reads. */
export const beautyAppointmentView = viewFor<BeautyAppointment, BeautyAppointmentView, Language>(
  BeautyAppointment,
  BeautyAppointmentView,
  {
    revision: 2,
    etagParts: warningTag,
    personal: [
      'notes',
      'special_requests',
      'reminder_preferences',
      'staff_notes',
      'cancellation_reason',
      'cancelled_by',
      'follow_up_date',
    ],
    fields: {
      services: ({ lines }) => lines.map(lineView),
      products: ({ products }) => products.map(productView),
      services_rendered: ({ services_rendered }) => services_rendered.map(renderedView),
      warnings: warningsOf,
    },
  },
);
