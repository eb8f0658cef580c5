import { MedicalRecord, seesHealthData } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld, withheldTexts } from '../../../wire/masked.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { appointmentReference, patientParameter, patientReference } from './references.js';

const LONG = 10_000;

@field.record('Vital signs in a request')
export class VitalsBody {
  @field.text('Blood pressure, systolic over diastolic', '120/80', { optional: true, max: 50 }) blood_pressure:
    string | null = null;
  @field.count('Heart rate in beats per minute', 72, { optional: true }) heart_rate: number | null = null;
  @field.number('Body temperature in °C', 36.8, { optional: true }) temperature: number | null = null;
  @field.number('Weight in kg', 64.5, { optional: true, min: 0 }) weight: number | null = null;
  @field.number('Height in cm', 171, { optional: true, min: 0 }) height: number | null = null;
}

@field.record('Vital signs in a response')
export class VitalsView extends ViewType(VitalsBody) {}

/** POST /api/v1/healthcare/medical-records/. */
export class MedicalRecordBody {
  @patientReference patient_id!: string;
  @field.text('Id or name of the doctor; any text (A-132)', 'dr-lim', {
    optional: true,
    max: 200,
    view: 'Doctor, as sent',
  })
  doctor_id?: string | null;
  @appointmentReference('Id of the appointment at which the record was made, of the same patient (A-186)')
  appointment_id?: string | null;
  @field.text('Type of record; any text', 'consultation', { optional: true, max: 200, view: 'Type of record' })
  record_type?: string | null;
  @field.text('Diagnosis; stored encrypted, like all health data of the patient', 'Acute bronchitis', {
    optional: true,
    max: LONG,
    view: 'Diagnosis',
  })
  diagnosis?: string | null;
  @field.texts('Symptoms', ['cough', 'fever'], { unset: true }) symptoms?: string[];
  @field.nested('Vital signs', VitalsBody, { optional: true }) vitals?: VitalsBody | null;
  @field.text('Notes', 'Lungs clear on the left', { optional: true, max: LONG }) notes?: string | null;
  @field.text('Treatment plan', 'Rest, fluids, review in a week', { optional: true, max: LONG }) treatment_plan?:
    string | null;
  @field.text('Follow-up instructions', 'Come back if the fever returns', { optional: true, max: LONG })
  follow_up_instructions?: string | null;
  @field.texts('Ids of files, which are stored elsewhere', ['xray-2026-0310'], { unset: true, view: 'Ids of files' })
  attachments?: string[];
}

/** PUT /api/v1/healthcare/medical-records/{record_id}/: the same fields, all optional. */
export class MedicalRecordPatch extends PartialType(MedicalRecordBody) {}

/** GET /api/v1/healthcare/medical-records/. */
export class MedicalRecordListQuery extends RecordList() {
  @patientParameter patient_id?: string;
  @param.text('Doctor, as sent', 'dr-lim') doctor_id?: string;
  @param.text('Record type, ignoring case (A-173)', 'consultation') record_type?: string;
  @param.day('Created on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Created on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('A medical record on the reference surface')
export class MedicalRecordView extends ViewType(MedicalRecordBody, { within: { vitals: VitalsView } }) {
  @field.id('Id of the record') id!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

const whole = viewOf(MedicalRecord, MedicalRecordView, {
  revision: 1,
  personal: ['diagnosis', 'symptoms', 'vitals', 'notes', 'treatment_plan', 'follow_up_instructions', 'attachments'],
});

const maskedRecord = masked<MedicalRecordView>({
  diagnosis: withheld,
  symptoms: withheldTexts,
  vitals: withheld,
  notes: withheld,
  treatment_plan: withheld,
  follow_up_instructions: withheld,
  attachments: withheldTexts,
});

/** The view for the actor of the context. */
export const medicalRecordView = ({ actor }: Context): ((record: MedicalRecord) => MedicalRecordView) =>
  maskedUnless(seesHealthData(actor), whole, maskedRecord);
