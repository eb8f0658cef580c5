import { seesHealthData, type Appointment, type AppointmentStatus, type NewAppointment } from '@usaha/healthcare';
import { DomainError, isUuid, readInstant, type Context } from '@usaha/shared';
import { derivedId } from '@usaha/shared/operation';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld } from '../../../wire/masked.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { ContractPage } from '../contract.js';

const types = ['CONSULTATION', 'FOLLOW_UP', 'PROCEDURE'] as const;

/** POST /v1/healthcare/appointments. */
export class AppointmentCreate {
  @field.id('Id of a patient of the business', undefined, { view: 'Id of the patient' }) patient_id!: string;
  @field.id('Id of the doctor; any uuid, as there is no list of doctors (A-132)', undefined, {
    view: 'Id of the doctor; a doctor that the reference surface names by another text always has the same uuid (A-68)',
  })
  doctor_id!: string;
  @field.sentInstant('Start time with any UTC offset; default offset UTC+8 (A-67)') appointment_date!: string;
  @field.count('Duration in minutes', 30, { min: 1, view: { min: 1 } }) duration!: number;
  @field.choice('Type of appointment; default CONSULTATION', types, {
    optional: true,
    view: 'Type of appointment; CONSULTATION for any other type of the reference surface (A-66)',
  })
  type?: string | null;
  @field.text('Notes; stored encrypted', 'Needs a wheelchair', {
    optional: true,
    max: 10_000,
    view: 'Notes; null for viewers (A-373)',
  })
  notes?: string | null;
}

/** GET /v1/healthcare/appointments. */
export class AppointmentListQuery extends ContractPage {
  @param.day('On this day (UTC+8) (A-67)', '2026-03-10') date?: string;
}

/** A status of the reference surface in the words of this one, which has no IN_PROGRESS. */
const statuses: Readonly<Record<AppointmentStatus, string>> = {
  scheduled: 'SCHEDULED',
  confirmed: 'CONFIRMED',
  in_progress: 'CONFIRMED',
  completed: 'COMPLETED',
  cancelled: 'CANCELLED',
  no_show: 'NO_SHOW',
};

const letters = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '');

/** The one of the three types that a free text means; CONSULTATION where it means none. */
const typeOf = (text: string | null): string =>
  types.find((type) => letters(type) === letters(text ?? '')) ?? 'CONSULTATION';

@field.record('An appointment on the contract surface')
export class AppointmentView extends ViewType(AppointmentCreate, { filled: ['type'], except: ['appointment_date'] }) {
  @field.id('Id of the appointment; read and update it on the reference surface') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @placedBefore('duration')
  @field.instant('Start time (UTC)')
  appointment_date!: Date;
  @placedBefore('type')
  @field.choice('Status; CONFIRMED also while the visit is in progress (A-64)', [...new Set(Object.values(statuses))])
  status!: string;
  @field.flag('Whether a reminder of this time was sent to the patient', false) reminder_sent!: boolean;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

const whole = (a: Appointment): AppointmentView => ({
  id: a.id,
  tenant_id: a.tenant_id,
  patient_id: a.patient_id,
  doctor_id: isUuid(a.doctor_id) ? a.doctor_id.toLowerCase() : derivedId(a.tenant_id, a.doctor_id),
  appointment_date: a.scheduled_at,
  duration: a.duration_minutes,
  status: statuses[a.status],
  type: typeOf(a.appointment_type),
  notes: a.notes,
  reminder_sent: a.reminder_sent,
  created_at: a.created_at,
  updated_at: a.updated_at,
});

const withoutNotes = masked<AppointmentView>({ notes: withheld });

/** The view for the actor of the context. */
export const appointmentView = ({ actor }: Context): ((appointment: Appointment) => AppointmentView) =>
  maskedUnless(seesHealthData(actor), whole, withoutNotes);

export const newAppointment = (body: AppointmentCreate): NewAppointment => ({
  patient_id: body.patient_id,
  doctor_id: body.doctor_id.toLowerCase(),
  scheduled_at: readInstant(body.appointment_date) as Date,
  duration_minutes: body.duration,
  appointment_type: (body.type ?? 'CONSULTATION').toLowerCase(),
  notes: body.notes,
});

/** Fields of the domain, as bodies of this surface call them. */
const fields: Readonly<Record<string, string>> = {
  scheduled_date: 'appointment_date',
  scheduled_time: 'appointment_date',
  duration_minutes: 'duration',
};

/** Names what is wrong by the fields that were sent. */
export async function inWordsOfBody<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError) || !error.errors) throw error;
    const errors = error.errors.map(({ field, message }) => ({ field: fields[field] ?? field, message }));
    throw new DomainError(error.kind, error.words, { errors });
  }
}
