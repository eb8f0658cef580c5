import { Entity } from 'typeorm';
import { columns, assignDefined } from '@usaha/shared';
import { ClinicalRecord } from './clinical-record.js';

/** The measurements of a patient. */
export interface Vitals {
  /** Systolic over diastolic, as it was written: 120/80. */
  blood_pressure: string | null;
  /** Beats per minute. */
  heart_rate: number | null;
  /** °C */
  temperature: number | null;
  /** kg */
  weight: number | null;
  /** cm */
  height: number | null;
}

/** Fields of a medical record that clients may set freely: no rule depends on them. */
const details = [
  'patient_id',
  'doctor_id',
  'appointment_id',
  'record_type',
  'diagnosis',
  'symptoms',
  'vitals',
  'notes',
  'treatment_plan',
  'follow_up_instructions',
  'attachments',
] as const satisfies (keyof MedicalRecord)[];
export type MedicalRecordDetails = Pick<MedicalRecord, (typeof details)[number]>;

/** A medical record of a patient: findings and treatment. Health data is stored encrypted. */
@Entity({ schema: 'healthcare', name: 'medical_records' })
export class MedicalRecord extends ClinicalRecord {
  @columns.uuid() patient_id!: string;
  /** Any text: there is no list of doctors. */
  @columns.code({ nullable: true }) doctor_id: string | null = null;
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
  @columns.text({ nullable: true, unaudited: true }) record_type: string | null = null;
  @columns.sealedTogether() protected readonly findings!: object;
  @columns.sealedWithin('findings') diagnosis!: string | null;
  @columns.sealedWithin<string[]>('findings', () => []) symptoms!: string[];
  @columns.sealedWithin('findings') vitals!: Vitals | null;
  @columns.sealedWithin('findings') notes!: string | null;
  @columns.sealedWithin('findings') treatment_plan!: string | null;
  @columns.sealedWithin('findings') follow_up_instructions!: string | null;
  /** Any texts; files of the tenant that they name become files of the record. */
  @columns.list({ personal: true }) attachments: string[] = [];
  @columns.derived('lower(btrim(record_type))', { nullable: true }) readonly record_type_key?: string | null;

  /** Absent fields stay. */
  describe(changes: Partial<MedicalRecordDetails>): void {
    assignDefined(this, changes, details);
  }
}
