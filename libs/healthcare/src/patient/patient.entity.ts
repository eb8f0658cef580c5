import { Entity } from 'typeorm';
import type { Address } from '@usaha/core';
import { TenantRecord, columns, given, icSearchTexts } from '@usaha/shared';

/** Emergency contact of a patient. */
export interface EmergencyContact {
  name: string | null;
  relationship: string | null;
  phone_number: string | null;
}

/** Retention period of a patient's data after the last visit, as sent: a number means years. */
export type RetentionPeriod = number | string;

/** What is told about a patient, and follows no rule. */
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

/** By what a patient is told from others of the same name. */
export type PatientPapers = Pick<Patient, 'ic_number' | 'date_of_birth'>;

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;

/** Replaces the names of an erased patient. */
export const ERASED_NAME = 'Erased';

/** A patient of a clinic. Health data and the IC number are stored encrypted (PDPA 2010, s.4 "sensitive personal data"). */
@Entity({ schema: 'healthcare', name: 'patients' })
export class Patient extends TenantRecord {
  @columns.numbered({ name: 'healthcare.patient', prefix: 'MRN' }) medical_record_number!: string;
  @columns.text({ personal: true }) first_name!: string;
  @columns.text({ personal: true }) last_name!: string;
  /** As it was sent; found by its first 6 to 12 digits and its last 4. */
  @columns.sealed({ tokens: icSearchTexts }) ic_number!: string | null;
  @columns.day({ nullable: true, personal: true }) date_of_birth: string | null = null;
  /** Any text; `male` and `female` are understood, whatever the case. */
  @columns.text({ nullable: true, personal: true }) gender: string | null = null;
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.text({ nullable: true, personal: true }) phone_number: string | null = null;
  @columns.object({ nullable: true, personal: true }) emergency_contact: EmergencyContact | null = null;
  @columns.object({ nullable: true, personal: true }) address: Address | null = null;
  @columns.text({ nullable: true, personal: true }) blood_type: string | null = null;
  @columns.sealedValue<string[]>(() => []) allergies!: string[];
  @columns.sealedValue<string[]>(() => []) chronic_conditions!: string[];
  @columns.sealedValue<string[]>(() => []) medications!: string[];
  /** Kept as it was sent. */
  @columns.object({ nullable: true, personal: true }) insurance_info: Record<string, unknown> | null = null;
  /** Whether the insurance names a provider or a policy. */
  @columns.flag() has_insurance = false;
  @columns.object({ nullable: true, personal: true }) data_retention_period: RetentionPeriod | null = null;
  /** Whether the patient consents to the storage of personal data (Personal Data Protection Act 2010). */
  @columns.flag() pdpa_consent = false;
  /** When consent was given; null without consent. */
  @columns.instant({ nullable: true }) pdpa_consent_date: Date | null = null;
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

  /** The date is that of the moment consent was given, and is kept while it lasts. */
  consent(given: boolean, now: Date): void {
    if (given === this.pdpa_consent) return;
    this.pdpa_consent = given;
    this.pdpa_consent_date = given ? now : null;
  }

  /** Erases identity and health data; the medical record number stays, so that kept bills still belong to a patient. */
  erase(now: Date): void {
    this.describe({
      first_name: ERASED_NAME,
      last_name: ERASED_NAME,
      email: null,
      phone_number: null,
      gender: null,
      emergency_contact: null,
      address: null,
      blood_type: null,
      insurance_info: null,
      data_retention_period: null,
    });
    this.identify({ ic_number: null, date_of_birth: null });
    Object.assign(this, { allergies: null, chronic_conditions: null, medications: null, notes: null });
    this.consent(false, now);
    this.erased_at = now;
    this.deleted_at ??= now;
  }
}
