import { PartialType } from '@nestjs/swagger';
import { MedicalRecord } from '@usaha/healthcare';
import { param } from '../../wire/param.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

const PATIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const APPOINTMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';
const LONG = 10_000;

@field.record('What was measured, in a body')
export class VitalsBody {
  @field.text('Blood pressure, systolic over diastolic', '120/80', { optional: true, max: 50 }) blood_pressure:
    string | null = null;
  @field.count('Beats per minute', 72, { optional: true }) heart_rate: number | null = null;
  @field.number('°C', 36.8, { optional: true }) temperature: number | null = null;
  @field.number('kg', 64.5, { optional: true, min: 0 }) weight: number | null = null;
  @field.number('cm', 171, { optional: true, min: 0 }) height: number | null = null;
}

@field.record('What was measured, in an answer')
export class VitalsView {
  @field.text('Blood pressure, systolic over diastolic', '120/80', { nullable: true }) blood_pressure!: string | null;
  @field.count('Beats per minute', 72, { nullable: true }) heart_rate!: number | null;
  @field.number('°C', 36.8, { nullable: true }) temperature!: number | null;
  @field.number('kg', 64.5, { nullable: true }) weight!: number | null;
  @field.number('cm', 171, { nullable: true }) height!: number | null;
}

/** POST /api/v1/healthcare/medical-records/. */
export class MedicalRecordBody {
  @field.text('Id of the patient', PATIENT) patient_id!: string;
  @field.text('Id of the doctor; any text (A-132)', 'dr-lim', { optional: true, max: 200 }) doctor_id?: string | null;
  @field.text('Id of the appointment it was made at', APPOINTMENT, { optional: true }) appointment_id?: string | null;
  @field.text('What kind of record it is; any text', 'consultation', { optional: true, max: 200 }) record_type?:
    string | null;
  @field.text('Diagnosis; kept sealed, like all that tells of his health', 'Acute bronchitis', {
    optional: true,
    max: LONG,
  })
  diagnosis?: string | null;
  @field.texts('What he complains of', ['cough', 'fever'], { unset: true }) symptoms?: string[];
  @field.nested('What was measured', VitalsBody, { optional: true }) vitals?: VitalsBody | null;
  @field.text('Notes', 'Lungs clear on the left', { optional: true, max: LONG }) notes?: string | null;
  @field.text('What is to be done', 'Rest, fluids, review in a week', { optional: true, max: LONG }) treatment_plan?:
    string | null;
  @field.text('What he is to do afterwards', 'Come back if the fever returns', { optional: true, max: LONG })
  follow_up_instructions?: string | null;
  @field.texts('Ids of files; they are kept elsewhere', ['xray-2026-0310'], { unset: true }) attachments?: string[];
}

/** PUT /api/v1/healthcare/medical-records/{record_id}/: the same fields, all optional. */
export class MedicalRecordPatch extends PartialType(MedicalRecordBody, { skipNullProperties: false }) {}

/** GET /api/v1/healthcare/medical-records/. */
export class MedicalRecordListQuery extends ReferencePage {
  @param.text('Id of the patient', PATIENT) patient_id?: string;
  @param.text('Id of the doctor, as it was sent', 'dr-lim') doctor_id?: string;
  @param.text('Kind of record, whatever the case (A-173)', 'consultation') record_type?: string;
  @param.day('Made on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Made on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
}

@field.record('A medical record on the reference surface')
export class MedicalRecordView {
  @field.id('Id of the record') id!: string;
  @field.id('The patient') patient_id!: string;
  @field.text('The doctor, as sent', 'dr-lim', { nullable: true }) doctor_id!: string | null;
  @field.id('The appointment', APPOINTMENT, { nullable: true }) appointment_id!: string | null;
  @field.text('What kind of record it is', 'consultation', { nullable: true }) record_type!: string | null;
  @field.text('Diagnosis', 'Acute bronchitis', { nullable: true, max: LONG }) diagnosis!: string | null;
  @field.texts('What he complains of', ['cough', 'fever']) symptoms!: string[];
  @field.nested('What was measured', VitalsView, { nullable: true }) vitals!: VitalsView | null;
  @field.text('Notes', 'Lungs clear on the left', { nullable: true, max: LONG }) notes!: string | null;
  @field.text('What is to be done', 'Rest, fluids, review in a week', { nullable: true, max: LONG }) treatment_plan!:
    string | null;
  @field.text('What he is to do afterwards', 'Come back if the fever returns', { nullable: true, max: LONG })
  follow_up_instructions!: string | null;
  @field.texts('Ids of files', ['xray-2026-0310']) attachments!: string[];
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const medicalRecordView = viewOf(MedicalRecord, MedicalRecordView, {
  revision: 1,
  personal: ['diagnosis', 'symptoms', 'vitals', 'notes', 'treatment_plan', 'follow_up_instructions', 'attachments'],
});
