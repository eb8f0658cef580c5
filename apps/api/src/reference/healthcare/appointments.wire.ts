import { PartialType } from '@nestjs/swagger';
import { appointmentStatuses, Appointment, type AppointmentStatus, type NewAppointment } from '@usaha/healthcare';
import { malaysianInstant } from '@usaha/shared';
import { param } from '../../wire/param.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

/** POST /api/v1/healthcare/appointments/. */
export class AppointmentBody {
  @field.text('A patient of the business', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 }) patient_id!: string;
  @field.text('The doctor; any text, since there is no list of doctors (A-132)', 'dr-aminah', { max: 200 })
  doctor_id!: string;
  @field.text('What kind of visit; any text (A-66)', 'consultation', { optional: true, max: 200 }) appointment_type?:
    string | null;
  @field.day('Day of the visit in Malaysia', '2026-03-10') scheduled_date!: string;
  @field.time('Time of the visit in Malaysia', '09:30:00') scheduled_time!: string;
  @field.count('How long it takes, in minutes; 30 unless given (A-175)', 30, { unset: true, min: 1 })
  duration_minutes?: number;
  @field.text('Why the patient comes; kept sealed', 'Cough for a week', { optional: true, max: 10_000 }) reason?:
    string | null;
  @field.texts('What the patient complains of; kept sealed', ['cough', 'fever'], { unset: true }) symptoms?: string[];
  @field.text('How urgent it is; any text', 'normal', { optional: true, max: 200 }) priority?: string | null;
  @field.choice('Whichever is sent; scheduled unless given (A-129)', appointmentStatuses, { unset: true })
  status?: AppointmentStatus;
  @field.text('Anything worth knowing; kept sealed', 'Needs a wheelchair', { optional: true, max: 10_000 }) notes?:
    string | null;
}

/** PUT /api/v1/healthcare/appointments/{appointment_id}/: the same fields, all optional. */
export class AppointmentPatch extends PartialType(AppointmentBody, { skipNullProperties: false }) {}

/** GET /api/v1/healthcare/appointments/. */
export class AppointmentListQuery extends ReferencePage {
  @param.text("A patient's id", '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') patient_id?: string;
  @param.text('The doctor, as appointments name him', 'dr-aminah') doctor_id?: string;
  @param.day('On this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('On this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.choice('Status', appointmentStatuses) status?: AppointmentStatus;
  @param.text('What kind of visit, whatever the case (A-173)', 'consultation') appointment_type?: string;
}

/** POST /api/v1/healthcare/appointments/{appointment_id}/cancel/. */
export class CancellationBody {
  @field.text('Why; kept sealed', 'The patient is away', { optional: true, max: 10_000 }) reason?: string | null;
  @field.text('Who; any text, and your own user id unless given (A-155)', 'patient', { optional: true, max: 200 })
  cancelled_by?: string | null;
}

@field.record('A medicine that a completed visit prescribes')
export class CompletedPrescriptionBody {
  @field.text('What is to be taken', 'Amoxicillin 500 mg') medication!: string;
  @field.text('How much at a time', '1 capsule', { optional: true }) dosage?: string | null;
  @field.text('For how long', '7 days', { optional: true }) duration?: string | null;
  @field.text('How to take it', 'After meals', { optional: true, max: 10_000 }) instructions?: string | null;
}

/** POST /api/v1/healthcare/appointments/{appointment_id}/complete/. */
export class CompletionBody {
  @field.text('What the doctor noted; kept sealed', 'Lungs clear', { optional: true, max: 10_000 }) doctor_notes?:
    string | null;
  @field.text('What the patient has: becomes a medical record (A-134)', 'Acute bronchitis', {
    optional: true,
    max: 10_000,
  })
  diagnosis?: string | null;
  @field.text('What is to be done: stands in the same medical record', 'Rest and fluids', {
    optional: true,
    max: 10_000,
  })
  treatment_plan?: string | null;
  @field.flag('Whether the patient is to come again; false unless given', true, { unset: true })
  follow_up_required?: boolean;
  @field.day('When the patient is to come again', '2026-03-24', { optional: true }) follow_up_date?: string | null;
  @field.nestedList('Each becomes an active prescription without refills (A-134)', CompletedPrescriptionBody, {
    optional: true,
  })
  prescriptions?: CompletedPrescriptionBody[] | null;
}

@field.record('A medicine that was prescribed when the visit was completed')
export class PrescribedMedicineView {
  @field.id('Id of the prescription') id!: string;
  @field.text('What is to be taken', 'Amoxicillin 500 mg') medication!: string;
  @field.text('How much at a time', '1 capsule', { nullable: true }) dosage!: string | null;
  @field.text('For how long', '7 days', { nullable: true }) duration!: string | null;
  @field.text('How to take it', 'After meals', { nullable: true, max: 10_000 }) instructions!: string | null;
  @field.texts('What of it the patient is allergic to (A-176)', []) warnings!: string[];
}

@field.record('An appointment on the reference surface')
export class AppointmentView {
  @field.id('Id of the appointment, the same on the contract surface') id!: string;
  @field.id('The patient') patient_id!: string;
  @field.text('The doctor, as it was sent', 'dr-aminah', { max: 200 }) doctor_id!: string;
  @field.text('What kind of visit, as it was sent', 'consultation', { nullable: true }) appointment_type!:
    string | null;
  @field.day('Day of the visit in Malaysia', '2026-03-10') scheduled_date!: string;
  @field.time('Time of the visit in Malaysia', '09:30:00') scheduled_time!: string;
  @field.count('How long it takes, in minutes', 30, { min: 1 }) duration_minutes!: number;
  @field.text('Why the patient comes', 'Cough for a week', { nullable: true, max: 10_000 }) reason!: string | null;
  @field.texts('What the patient complains of', ['cough', 'fever']) symptoms!: string[];
  @field.text('How urgent it is', 'normal', { nullable: true }) priority!: string | null;
  @field.choice('State of the visit', appointmentStatuses) status!: AppointmentStatus;
  @field.text('Anything worth knowing', 'Needs a wheelchair', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.instant('When the patient was checked in (UTC); null until then (A-130)', { nullable: true })
  check_in_time!: Date | null;
  @field.instant('When the visit was started (UTC); null until then', { nullable: true }) start_time!: Date | null;
  @field.instant('When the visit was completed (UTC); null until then', { nullable: true }) end_time!: Date | null;
  @field.text('What the doctor noted; null until set', 'Lungs clear', { nullable: true, max: 10_000 }) doctor_notes!:
    string | null;
  @field.nestedList('What was prescribed when the visit was completed', PrescribedMedicineView)
  prescriptions!: PrescribedMedicineView[];
  @field.flag('Whether the patient is to come again', false) follow_up_required!: boolean;
  @field.day('When the patient is to come again', '2026-03-24', { nullable: true }) follow_up_date!: string | null;
  @field.text('Why it was cancelled', 'The patient is away', { nullable: true, max: 10_000 }) cancellation_reason!:
    string | null;
  @field.text('Who cancelled it (A-155)', 'patient', { nullable: true }) cancelled_by!: string | null;
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
}

export const appointmentView = viewOf(Appointment, AppointmentView, {
  revision: 1,
  personal: [
    'reason',
    'symptoms',
    'notes',
    'doctor_notes',
    'prescriptions',
    'follow_up_date',
    'cancellation_reason',
    'cancelled_by',
  ],
});

export const newAppointment = ({ scheduled_date, scheduled_time, ...body }: AppointmentBody): NewAppointment => ({
  ...body,
  scheduled_at: malaysianInstant(scheduled_date, scheduled_time),
});
