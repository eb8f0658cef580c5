import { Entity } from 'typeorm';
import { NAME_AND_EMAIL, Person, consenting, personDetails, type RetentionPeriod } from '@usaha/core';
import { columns, assignDefined } from '@usaha/shared';
import { icSearchTexts } from '@usaha/shared/malaysia';

/** Fields of a patient that clients may set freely: no rule depends on them. */
const details = [
  ...personDetails,
  'blood_type',
  'allergies',
  'chronic_conditions',
  'medications',
  'insurance_info',
  'data_retention_period',
  'notes',
] as const satisfies (keyof Patient)[];
export type PatientDetails = Pick<Patient, (typeof details)[number]>;

const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;

/** A patient of a clinic. Health data and the IC number are stored encrypted (PDPA 2010, s.4 "sensitive personal data"). */
@Entity({ schema: 'healthcare', name: 'patients' })
export class Patient extends consenting(Person) {
  @columns.numbered({ name: 'healthcare.patient', prefix: 'MRN' }) medical_record_number!: string;
  @columns.sealed({ tokens: icSearchTexts, code: true }) ic_number!: string | null;
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
  @columns.derived('lower(btrim(gender))', { nullable: true }) readonly gender_key?: string | null;
  @columns.derived('lower(btrim(blood_type))', { nullable: true }) readonly blood_type_key?: string | null;
  @columns.derived(NAME_AND_EMAIL) readonly search_text?: string;
  @columns.derived("lower(((COALESCE(phone_number, ''::text) || '\n'::text) || medical_record_number))")
  readonly contact_text?: string;

  /** Absent fields stay. Whether IC number, date of birth and gender match is checked before. */
  describe(changes: Partial<PatientDetails>): void {
    assignDefined(this, changes, details);
    const { provider, policy_number } = this.insurance_info ?? {};
    this.has_insurance = isFilled(provider) || isFilled(policy_number);
  }

  /** Without an insurance there is none to be found by. The medical record number stays: kept bills name it. */
  override afterErasure(): void {
    this.describe({});
  }
}
