import { createHash } from 'node:crypto';
import {
  BeautyAppointment,
  beautyAppointmentStatuses,
  contraindicationText,
  type BeautyAppointmentStatus,
  type ReminderPreferences,
} from '@usaha/beauty';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { flagOrAmount } from '../../../wire/flag-or-amount.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { sentence } from '../../../wire/sentence.js';
import { RecordList } from '../reference.js';
import {
  AppointmentLineBody,
  AppointmentLineView,
  BilledProductBody,
  BilledProductView,
  RenderedServiceBody,
  RenderedServiceView,
  lineView,
  productView,
  renderedView,
} from './appointment-lines.wire.js';

const MEMBER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7c';
const CLIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';
const LONG = 10_000;
choices('BeautyAppointmentStatus', beautyAppointmentStatuses);

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

/** POST /api/v1/beauty/appointments/. */
export class BeautyAppointmentBody {
  @field.reference('Id of a client of the business; null or absent only with walk_in', CLIENT, {
    optional: true,
    view: 'Id of the client; null of a walk-in',
  })
  client_id?: string | null;
  @field.flag('true: a visit without a client; default false', false, {
    unset: true,
    view: 'Whether it is a visit without a client',
  })
  walk_in?: boolean;
  @field.nestedList('Services, in order; the same service may appear more than once', AppointmentLineBody, {
    min: 1,
    view: 'Services, in the order in which they were sent',
  })
  services!: AppointmentLineBody[];
  @field.nestedList(
    'Products on the same bill, in order; in a change they replace those that there were',
    BilledProductBody,
    { unset: true, view: 'Products on the same bill, in the order in which they were sent' },
  )
  products?: BilledProductBody[];
  @field.number('Ignored: it follows from the services (A-109)', 80, { optional: true }) total_price?: number | null;
  @field.number('Ignored: it follows from the services (A-109)', 45, { optional: true }) total_duration_minutes?:
    number | null;
  @field.choice('Status, stored as sent; default pending (A-112)', beautyAppointmentStatuses, {
    unset: true,
    view: 'Status',
  })
  status?: BeautyAppointmentStatus;
  @field.text('Payment status; any text. paid and refunded record a payment or a refund (A-245)', 'pending', {
    unset: true,
    max: 200,
    view: 'Payment status: pending, partially_paid, paid, refunded, or as sent (A-245)',
  })
  payment_status?: string;
  @field.text('Payment method; card numbers are cut to their last four digits (A-255)', 'cash', {
    optional: true,
    max: 200,
    view: 'Payment method',
  })
  payment_method?: string | null;
  @field.text('Notes; stored encrypted', 'Prefers a quiet room', { optional: true, max: LONG, view: 'Notes' }) notes?:
    string | null;
  @field.text('Special requests; stored encrypted', 'A woman, please', {
    optional: true,
    max: LONG,
    view: 'Special requests',
  })
  special_requests?: string | null;
  @field.object('How the client wants to be reminded (A-266)', remindersExample, {
    optional: true,
    keys: ReminderPreferenceKeys,
    view: 'How the client wants to be reminded',
  })
  reminder_preferences?: ReminderPreferences | null;
}

/** PUT /api/v1/beauty/appointments/{appointment_id}/: the same fields, all optional. */
export class BeautyAppointmentPatch extends PartialType(BeautyAppointmentBody) {}

/** GET /api/v1/beauty/appointments/. */
export class BeautyAppointmentListQuery extends RecordList() {
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
    view: 'The person who cancelled it (A-155)',
  })
  cancelled_by?: string | null;
  @field.money('Amount given back in MYR (A-248)', 0, {
    optional: true,
    view: 'Amount given back at the cancellation in MYR, as sent',
  })
  refund_amount?: number | null;
}

/** POST /api/v1/beauty/appointments/{appointment_id}/complete/. */
export class TreatmentCompletionBody {
  @field.nestedList('Services given; stored encrypted (A-247)', RenderedServiceBody, {
    optional: true,
    view: 'Services given, as sent; empty until completed',
  })
  services_rendered?: RenderedServiceBody[] | null;
  @field.money('Amount charged in MYR; default: total_price less what policies take off (A-246)', 80, {
    optional: true,
    view: 'Amount charged in MYR; null until completed (A-246)',
  })
  total_amount?: number | null;
  @flagOrAmount('true for all that is open, or the amount received in MYR (A-246)', 80, {
    optional: true,
    view: 'Payment received at completion, as sent; null before',
  })
  payment_received?: boolean | number | null;
  @field.text('Payment method; unchanged if absent', 'cash', { optional: true, max: 200 }) payment_method?:
    string | null;
  @field.text('Notes of the staff; stored encrypted', 'Skin calmer than last time', {
    optional: true,
    max: LONG,
    view: 'Notes of the staff',
  })
  staff_notes?: string | null;
  @field.flag('Whether a follow-up is required; default false', true, {
    optional: true,
    view: { description: 'Whether a follow-up is required', example: false },
  })
  follow_up_required?: boolean | null;
  @field.day('Date of the follow-up; books nothing', '2030-07-08', { optional: true, view: 'Date of the follow-up' })
  follow_up_date?: string | null;
}

@field.record('An appointment of a salon or spa')
export class BeautyAppointmentView extends ViewType(BeautyCancellationBody, {
  extends: ViewType(TreatmentCompletionBody, {
    extends: ViewType(BeautyAppointmentBody, {
      within: { services: AppointmentLineView, products: BilledProductView },
      except: ['total_price', 'total_duration_minutes'],
    }),
    within: { services_rendered: RenderedServiceView },
    filled: ['services_rendered', 'follow_up_required'],
    placed: { total_amount: 'notes', payment_received: 'notes' },
  }),
  except: ['reason'],
}) {
  @field.id('Id of the appointment') id!: string;
  @placedBefore('status')
  @field.money('Sum of the prices of services and products in MYR (A-109)', 80)
  total_price!: number;
  @placedBefore('status')
  @field.count('Minutes of all services together (A-109)', 45)
  total_duration_minutes!: number;
  @placedBefore('payment_received')
  @field.money('Amount in MYR that policies took off (A-270)', 0)
  discount_amount!: number;
  @placedBefore('payment_received') @field.money('Received less given back, in MYR (A-245)', 80) amount_paid!: number;
  @placedBefore('payment_received') @field.money('Given back, in MYR', 0) amount_refunded!: number;
  @placedBefore('follow_up_required')
  @field.text('Number of the invoice; null until it is completed first (A-353)', 'INV-2026-000042', { nullable: true })
  invoice_number!: string | null;
  @placedBefore('cancelled_by')
  @field.text('Reason for the cancellation', 'The client is away', { nullable: true, max: LONG })
  cancellation_reason!: string | null;
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
