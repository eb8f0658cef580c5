import {
  appointmentStatuses,
  Appointment,
  seesHealthData,
  warningText,
  type AppointmentStatus,
  type NewAppointment,
  type PrescribedMedicine,
} from '@usaha/healthcare';
import { malaysianInstant, type Context, type Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld, withheldTexts } from '../../../wire/masked.js';
import { PartialType } from '../../../wire/partial-type.js';
import { plainViewFor, viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { sentence } from '../../../wire/sentence.js';
import { RecordList } from '../reference.js';
import { patientParameter } from './references.js';

/** POST /api/v1/healthcare/appointments/. */
export class AppointmentBody {
  @field.reference('Id of a patient of the business', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', {
    view: 'Id of the patient',
  })
  patient_id!: string;
  @field.text('Id or name of the doctor; any text, as there is no list of doctors (A-132)', 'dr-aminah', {
    max: 200,
    view: { description: 'Doctor, as sent', max: 200 },
  })
  doctor_id!: string;
  @field.text('Type of appointment; any text (A-66)', 'consultation', {
    optional: true,
    max: 200,
    view: 'Type of appointment, as sent',
  })
  appointment_type?: string | null;
  @field.day('Date of the visit (UTC+8)', '2026-03-10') scheduled_date!: string;
  @field.time('Time of the visit (UTC+8)', '09:30:00') scheduled_time!: string;
  @field.count('Duration in minutes; default 30 (A-175)', 30, {
    unset: true,
    min: 1,
    view: { description: 'Duration in minutes', min: 1 },
  })
  duration_minutes?: number;
  @field.text('Reason for the visit; stored encrypted', 'Cough for a week', {
    optional: true,
    max: 10_000,
    view: 'Reason for the visit',
  })
  reason?: string | null;
  @field.texts('Symptoms; stored encrypted', ['cough', 'fever'], { unset: true, view: 'Symptoms' }) symptoms?: string[];
  @field.text('Priority; any text', 'normal', { optional: true, max: 200, view: 'Priority' }) priority?: string | null;
  @field.choice('Status, stored as sent; default scheduled (A-129)', appointmentStatuses, {
    unset: true,
    view: 'Status of the appointment',
  })
  status?: AppointmentStatus;
  @field.text('Notes; stored encrypted', 'Needs a wheelchair', { optional: true, max: 10_000, view: 'Notes' }) notes?:
    string | null;
}

/** PUT /api/v1/healthcare/appointments/{appointment_id}/: the same fields, all optional. */
export class AppointmentPatch extends PartialType(AppointmentBody) {}

/** GET /api/v1/healthcare/appointments/. */
export class AppointmentListQuery extends RecordList('scheduled_date') {
  @patientParameter patient_id?: string;
  @param.text('Doctor, as named in appointments', 'dr-aminah') doctor_id?: string;
  @param.day('On this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
  @param.choice('Status', appointmentStatuses) status?: AppointmentStatus;
  @param.text('Appointment type, ignoring case (A-173)', 'consultation') appointment_type?: string;
}

/** POST /api/v1/healthcare/appointments/{appointment_id}/cancel/. */
export class CancellationBody {
  @field.text('Reason; stored encrypted', 'The patient is away', { optional: true, max: 10_000 }) reason?:
    string | null;
  @field.text('The person who cancelled the appointment; any text; default: your user id (A-155)', 'patient', {
    optional: true,
    max: 200,
    view: 'The person who cancelled it (A-155)',
  })
  cancelled_by?: string | null;
}

@field.record('A medication to prescribe on completing the visit')
export class CompletedPrescriptionBody {
  @field.text('Medication', 'Amoxicillin 500 mg') medication!: string;
  @field.text('Dosage', '1 capsule', { optional: true }) dosage?: string | null;
  @field.text('Duration', '7 days', { optional: true }) duration?: string | null;
  @field.text('Instructions', 'After meals', { optional: true, max: 10_000 }) instructions?: string | null;
}

/** POST /api/v1/healthcare/appointments/{appointment_id}/complete/. */
export class CompletionBody {
  @field.text('Notes of the doctor; stored encrypted', 'Lungs clear', {
    optional: true,
    max: 10_000,
    view: 'Notes of the doctor; null until set',
  })
  doctor_notes?: string | null;
  @field.text('Diagnosis; creates a medical record (A-134)', 'Acute bronchitis', {
    optional: true,
    max: 10_000,
  })
  diagnosis?: string | null;
  @field.text('Treatment plan; part of the same medical record', 'Rest and fluids', {
    optional: true,
    max: 10_000,
  })
  treatment_plan?: string | null;
  @field.flag('Whether a follow-up is required; default false', true, {
    unset: true,
    view: { description: 'Whether a follow-up is required', example: false },
  })
  follow_up_required?: boolean;
  @field.day('Date of the follow-up', '2026-03-24', { optional: true }) follow_up_date?: string | null;
  @field.nestedList(
    'Medications; each creates an active prescription without refills (A-134)',
    CompletedPrescriptionBody,
    {
      optional: true,
    },
  )
  prescriptions?: CompletedPrescriptionBody[] | null;
}

@field.record('A medication prescribed on completing the visit')
export class PrescribedMedicineView extends ViewType(CompletedPrescriptionBody) {
  @field.id('Id of the prescription') id!: string;
  @field.texts('Allergies of the patient that the medication matches, in the language of Content-Language (A-176)', [])
  warnings!: string[];
}

@field.record('An appointment on the reference surface')
export class AppointmentView extends ViewType(CancellationBody, {
  extends: ViewType(CompletionBody, {
    extends: ViewType(AppointmentBody),
    except: ['diagnosis', 'treatment_plan', 'prescriptions'],
  }),
  except: ['reason'],
}) {
  @field.id('Id of the appointment, the same on the contract surface') id!: string;
  @placedBefore('doctor_notes')
  @field.instant('When the patient was checked in (UTC); null until then (A-130)', { nullable: true })
  check_in_time!: Date | null;
  @placedBefore('doctor_notes')
  @field.instant('When the visit was started (UTC); null until then', { nullable: true })
  start_time!: Date | null;
  @placedBefore('doctor_notes')
  @field.instant('When the visit was completed (UTC); null until then', { nullable: true })
  end_time!: Date | null;
  @placedBefore('follow_up_required')
  @field.nestedList('Medications prescribed on completing the visit', PrescribedMedicineView)
  prescriptions!: PrescribedMedicineView[];
  @placedBefore('cancelled_by')
  @field.text('Reason for the cancellation', 'The patient is away', { nullable: true, max: 10_000 })
  cancellation_reason!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

const medicineView = plainViewFor<PrescribedMedicine, PrescribedMedicineView, Language>(PrescribedMedicineView, {
  fields: { warnings: ({ warnings }, language) => warnings.map((warning) => sentence(warningText(warning, language))) },
});

/** By the language that the client reads: the tag tells those apart of an appointment that has warnings. */
const readIn = viewFor<Appointment, AppointmentView, Language>(Appointment, AppointmentView, {
  revision: 1,
  etagParts: ({ prescriptions }, language) =>
    prescriptions.some(({ warnings }) => warnings.length > 0) ? [language] : [],
  personal: ['reason', 'symptoms', 'notes', 'doctor_notes', 'follow_up_date', 'cancellation_reason', 'cancelled_by'],
  fields: { prescriptions: ({ prescriptions }, language) => prescriptions.map(medicineView(language)) },
});

const maskedMedicine = masked<PrescribedMedicineView>({
  medication: () => '***',
  dosage: withheld,
  duration: withheld,
  instructions: withheld,
  warnings: withheldTexts,
});

const maskedAppointment = masked<AppointmentView>({
  reason: withheld,
  symptoms: withheldTexts,
  notes: withheld,
  doctor_notes: withheld,
  prescriptions: (medicines) => medicines.map(maskedMedicine),
  cancellation_reason: withheld,
});

/** The view for the actor of the context, in a language. */
export const appointmentView = ({ actor }: Context, language: Language) =>
  maskedUnless(seesHealthData(actor), readIn(language), maskedAppointment);

export const newAppointment = ({ scheduled_date, scheduled_time, ...body }: AppointmentBody): NewAppointment => ({
  ...body,
  scheduled_at: malaysianInstant(scheduled_date, scheduled_time),
});
