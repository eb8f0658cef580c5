import { Entity } from 'typeorm';
import {
  NAME_AND_EMAIL,
  Person,
  consenting,
  personDetails,
  preferMessages,
  takeOverPreferences,
  type MessagePreferences,
  type PreferenceStatement,
  type RetentionPeriod,
} from '@usaha/core';
import { columns, assignDefined } from '@usaha/shared';
import { icSearchTexts } from '@usaha/shared/malaysia';
import { merged, type Difference } from './merging.js';

/** Fields of a patient that clients may set freely: no rule depends on them. */
const details = [
  ...personDetails,
  'passport_number',
  'passport_country',
  'blood_type',
  'allergies',
  'chronic_conditions',
  'medications',
  'insurance_info',
  'data_retention_period',
  'notes',
] as const satisfies (keyof Patient)[];
export type PatientDetails = Pick<Patient, (typeof details)[number]> & PreferenceStatement;

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;

/** A patient of a clinic. Health data and the IC number are stored encrypted (PDPA 2010, s.4 "sensitive personal data"). */
@Entity({ schema: 'healthcare', name: 'patients' })
export class Patient extends consenting(Person) {
  @columns.numbered({ name: 'healthcare.patient', prefix: 'MRN' }) medical_record_number!: string;
  @columns.sealed({ tokens: icSearchTexts, code: true }) ic_number!: string | null;
  /** Of those without an IC number, as it was sent. */
  @columns.sealed({ tokens: icSearchTexts, code: true }) passport_number!: string | null;
  /** The country that issued it: any text. */
  @columns.sealed() passport_country!: string | null;
  /** The patient that this one was merged into, which has all of its records. */
  @columns.uuid({ nullable: true }) merged_into: string | null = null;
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
  /** By which ways the person may be told, and in which language. */
  @columns.object({ nullable: true, personal: true }) message_preferences: MessagePreferences | null = null;
  @columns.derived('lower(btrim(gender))', { nullable: true }) readonly gender_key?: string | null;
  @columns.derived('lower(btrim(blood_type))', { nullable: true }) readonly blood_type_key?: string | null;
  @columns.derived(NAME_AND_EMAIL) readonly search_text?: string;
  @columns.derived("lower(((COALESCE(phone_number, ''::text) || '\n'::text) || medical_record_number))")
  readonly contact_text?: string;

  /** Absent fields stay. Whether IC number, date of birth and gender match is checked before. */
  describe(changes: Partial<PatientDetails>): void {
    assignDefined(this, changes, details);
    preferMessages(this, changes);
    const { provider, policy_number } = this.insurance_info ?? {};
    this.has_insurance = isFilled(provider) || isFilled(policy_number);
  }

  /** Without an insurance there is none to be found by. The medical record number stays: kept bills name it. */
  override afterErasure(): void {
    this.describe({});
  }

  /**
   * Takes over what another record of the same person knows; of consent the later statement holds.
   * @returns the fields in which the two differ: those of the other stand in the notes
   */
  takeOver(other: Patient): Difference[] {
    const { fields, differences } = merged(this, other);
    this.describe(fields);
    takeOverPreferences(this, other);
    const said = ({ pdpa_refused_at, pdpa_consent_date }: Patient): number =>
      (pdpa_refused_at ?? pdpa_consent_date)?.getTime() ?? 0;
    if (said(other) > said(this)) {
      this.pdpa_consent = other.pdpa_consent;
      this.pdpa_consent_date = other.pdpa_consent_date;
      this.pdpa_refused_at = other.pdpa_refused_at;
    }
    return differences;
  }

  /** All of it belongs to another patient from now on. */
  mergeInto(id: string): void {
    this.merged_into = id;
  }
}
