import { Entity } from 'typeorm';
import { ConsentingRecord, type Address, type EmergencyContact, type RetentionPeriod } from '@usaha/core';
import { columns, given, icSearchTexts } from '@usaha/shared';

/** Fields of a patient that clients may set freely: no rule depends on them. */
const details = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'gender',
  'emergency_contact',
  'address',
  'blood_type',
  'allergies',
  'chronic_conditions',
  'medications',
  'insurance_info',
  'data_retention_period',
  'notes',
] as const satisfies (keyof Patient)[];
export type PatientDetails = Pick<Patient, (typeof details)[number]>;

/** What distinguishes a patient from others of the same name. */
export type PatientPapers = Pick<Patient, 'ic_number' | 'date_of_birth'>;

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;

/** A patient of a clinic. Health data and the IC number are stored encrypted (PDPA 2010, s.4 "sensitive personal data"). */
@Entity({ schema: 'healthcare', name: 'patients' })
export class Patient extends ConsentingRecord {
  @columns.numbered({ name: 'healthcare.patient', prefix: 'MRN' }) medical_record_number!: string;
  @columns.text({ personal: true }) first_name!: string;
  @columns.text({ personal: true }) last_name!: string;
  /** As it was sent; found by its first 6 to 12 digits and its last 4. */
  @columns.sealed({ tokens: icSearchTexts, code: true }) ic_number!: string | null;
  @columns.day({ nullable: true, personal: true }) date_of_birth: string | null = null;
  /** Any text; `male` and `female` are understood, whatever the case. */
  @columns.text({ nullable: true, personal: true }) gender: string | null = null;
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone_number: string | null = null;
  @columns.object({ nullable: true, personal: true }) emergency_contact: EmergencyContact | null = null;
  @columns.object({ nullable: true, personal: true }) address: Address | null = null;
  @columns.text({ nullable: true, personal: true }) blood_type: string | null = null;
  @columns.sealedValue<string[]>(() => []) allergies!: string[];
  @columns.sealedValue<string[]>(() => []) chronic_conditions!: string[];
  @columns.sealedValue<string[]>(() => []) medications!: string[];
  @columns.sealedTogether() protected readonly insurance!: object;
  /** Kept as it was sent. */
  @columns.sealedWithin<Record<string, unknown> | null>('insurance', () => null, { formerly: 'jsonb' })
  insurance_info!: Record<string, unknown> | null;
  /** Whether the insurance names a provider or a policy. */
  @columns.flag() has_insurance = false;
  @columns.object({ nullable: true, personal: true }) data_retention_period: RetentionPeriod | null = null;
  @columns.sealed() notes!: string | null;
  /** When what was personal here was blanked; such a patient is deleted as well. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;
  @columns.derived('lower(btrim(gender))', { nullable: true }) readonly gender_key?: string | null;
  @columns.derived('lower(btrim(blood_type))', { nullable: true }) readonly blood_type_key?: string | null;
  @columns.derived("lower(((((first_name || ' '::text) || last_name) || '\n'::text) || COALESCE(email, ''::text)))")
  readonly search_text?: string;
  @columns.derived("lower(((COALESCE(phone_number, ''::text) || '\n'::text) || medical_record_number))")
  readonly contact_text?: string;

  /** What is absent stays. */
  describe(changes: Partial<PatientDetails>): void {
    given(this, changes, details);
    const { provider, policy_number } = this.insurance_info ?? {};
    this.has_insurance = isFilled(provider) || isFilled(policy_number);
  }

  /** Sets identity document, date of birth and gender. Absent fields are unchanged; whether they match is checked before. */
  identify(papers: Partial<PatientPapers>): void {
    given(this, papers, ['ic_number', 'date_of_birth']);
  }

  /** Without an insurance there is none to be found by. The medical record number stays: kept bills name it. */
  afterErasure(): void {
    this.describe({});
  }
}
