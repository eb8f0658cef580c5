import { PartialType } from '@nestjs/swagger';
import { verificationOf, Patient } from '@usaha/healthcare';
import { malaysianDay } from '@usaha/shared';
import { AddressBody, AddressView } from '../../wire/address.wire.js';
import { param } from '../../wire/param.js';
import { EmergencyContactBody, EmergencyContactView } from '../../wire/emergency-contact.wire.js';
import { field } from '../../wire/field.js';
import { viewFor } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';
import { textOrNumber } from '../../wire/text-or-number.js';

const insuranceExample = { provider: 'AIA', policy_number: 'P-10042', expiry_date: '2027-12-31' };
const retentionMeaning =
  'How long his data are kept after his last visit: a number means years, an ISO 8601 duration is understood, any other text is kept and never acted on (A-128, A-175)';

@field.record('How a patient is insured, beside whatever else was sent')
class InsuranceInfo {
  @field.text('Who insures', 'AIA', { optional: true }) provider?: string | null;
  @field.text('Number of the policy', 'P-10042', { optional: true }) policy_number?: string | null;
  @field.day('Day on which the policy ends', '2027-12-31', { optional: true }) expiry_date?: string | null;
}

/** POST /api/v1/healthcare/patients/. */
export class PatientBody {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @field.text(
    'MyKad number, YYMMDD-PB-XXXX, hyphens or not: refused where it is no such number, or where the date of birth is another (A-127); kept sealed',
    '900101-14-5678',
    { optional: true, max: 50 },
  )
  ic_number?: string | null;
  @field.day('Date of birth', '1990-01-01', { optional: true }) date_of_birth?: string | null;
  @field.text('Any text; male and female are compared with the IC number', 'female', { optional: true, max: 50 })
  gender?: string | null;
  @field.text('E-mail; any text (A-154)', 'siti.nur@example.com', { optional: true }) email?: string | null;
  @field.text('Telephone number, in any form (A-154)', '+60123450101', { optional: true, max: 50 }) phone_number?:
    string | null;
  @field.nested('Whom to call', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.text('Blood type; any text', 'O+', { optional: true, max: 50 }) blood_type?: string | null;
  @field.texts('What he is allergic to; kept sealed', ['Penicillin'], { unset: true }) allergies?: string[];
  @field.texts('What he has for long; kept sealed', ['Asthma'], { unset: true }) chronic_conditions?: string[];
  @field.texts('What he takes; kept sealed', ['Salbutamol'], { unset: true }) medications?: string[];
  @field.object('Kept as sent (A-168); a provider or policy_number makes him insured (A-138)', insuranceExample, {
    optional: true,
    keys: InsuranceInfo,
  })
  insurance_info?: Record<string, unknown> | null;
  @field.flag('Whether he agrees that data about him is kept; false unless given (A-116)', true, { unset: true })
  pdpa_consent?: boolean;
  @textOrNumber(`${retentionMeaning}; none unless given`, 7, { optional: true }) data_retention_period?:
    number | string | null;
  @field.text('Anything worth knowing; kept sealed', 'Prefers mornings', { optional: true, max: 10_000 }) notes?:
    string | null;
}

/** PUT /api/v1/healthcare/patients/{patient_id}/: the same fields, all optional. */
export class PatientPatch extends PartialType(PatientBody, { skipNullProperties: false }) {}

/** GET /api/v1/healthcare/patients/. */
export class PatientListQuery extends ReferencePage {
  @param.text(
    'A part of the name, first and last together, or of the e-mail; the first 6 to 12 digits of the IC number, or its last 4, hyphens or not (A-25)',
    'siti nur',
  )
  search?: string;
  @param.day('Date of birth', '1990-01-01') date_of_birth?: string;
  @param.text('Gender, whatever the case (A-173)', 'female') gender?: string;
  @param.text('Blood type, whatever the case (A-173)', 'O+') blood_type?: string;
  @param.flag('Whether his insurance names a provider or a policy (A-138)') has_insurance?: boolean;
}

@field.record('Where somebody was born, by his IC number')
export class BirthplaceView {
  @field.choice('What it is', ['state', 'country', 'region']) kind!: string;
  @field.text('Its name', 'Kuala Lumpur') name!: string;
  @field.text("A state's three letters, or a country's two (ISO 3166-1)", 'KUL', { nullable: true }) code!:
    string | null;
}

@field.record('What an IC number says, beside what is known of its patient')
export class IcVerificationView {
  @field.flag('Whether it is 12 digits in groups of 6-2-4 that begin with a date', true) format!: boolean;
  @field.flag('Whether that date is his date of birth; null where there is nothing to compare', true, {
    nullable: true,
  })
  age!: boolean | null;
  @field.count('His age today (UTC+8) in whole years', 36, { nullable: true }) age_years!: number | null;
  @field.flag(
    'Whether its last digit is odd for male, even for female; null where there is nothing to compare. Never refused',
    true,
    { nullable: true },
  )
  gender!: boolean | null;
  @field.flag('Whether it satisfies ISO 7064 MOD 11-2, which no authority asks for. Never refused', false, {
    nullable: true,
  })
  checksum!: boolean | null;
  @field.nested('What its seventh and eighth digit say; null where that code is not assigned', BirthplaceView, {
    nullable: true,
  })
  birthplace!: BirthplaceView | null;
}

@field.record('A patient on the reference surface')
export class PatientView {
  @field.id('Id of the patient') id!: string;
  @field.text('Given by the service, without gaps', 'MRN-2026-000042') medical_record_number!: string;
  @field.text('Given name', 'Siti') first_name!: string;
  @field.text('Family name', 'Nur') last_name!: string;
  @field.text('IC number as it was sent', '900101-14-5678', { nullable: true }) ic_number!: string | null;
  @field.nested('What the IC number says (A-127); null without one', IcVerificationView, { nullable: true })
  ic_verification!: IcVerificationView | null;
  @field.day('Date of birth', '1990-01-01', { nullable: true }) date_of_birth!: string | null;
  @field.text('Gender as it was sent', 'female', { nullable: true }) gender!: string | null;
  @field.text('E-mail as it was sent', 'siti.nur@example.com', { nullable: true }) email!: string | null;
  @field.text('Telephone number as it was sent', '+60123450101', { nullable: true }) phone_number!: string | null;
  @field.nested('Whom to call', EmergencyContactView, { nullable: true })
  emergency_contact!: EmergencyContactView | null;
  @field.nested('Postal address', AddressView, { nullable: true }) address!: AddressView | null;
  @field.text('Blood type', 'O+', { nullable: true }) blood_type!: string | null;
  @field.texts('What he is allergic to', ['Penicillin']) allergies!: string[];
  @field.texts('What he has for long', ['Asthma']) chronic_conditions!: string[];
  @field.texts('What he takes', ['Salbutamol']) medications!: string[];
  @field.object('As it was sent (A-168)', insuranceExample, { nullable: true, keys: InsuranceInfo })
  insurance_info!: Record<string, unknown> | null;
  @field.flag('Whether he agrees that data about him is kept', true) pdpa_consent!: boolean;
  @field.instant('Since when he agrees (UTC), set by the service; null while he does not (A-116)', { nullable: true })
  pdpa_consent_date!: Date | null;
  @textOrNumber(`As it was sent. ${retentionMeaning}`, 7) data_retention_period!: number | string | null;
  @field.text('Anything worth knowing', 'Prefers mornings', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.instant('When he was created (UTC)') created_at!: Date;
  @field.instant('When he was last changed (UTC)') updated_at!: Date;
}

/** The view as of an instant: somebody's age changes without his record. */
const onDay = viewFor<Patient, PatientView, string>(Patient, PatientView, {
  revision: 1,
  beside: (patient, today) => [verificationOf(patient, today)?.age_years ?? null],
  personal: [
    'first_name',
    'last_name',
    'ic_number',
    'date_of_birth',
    'gender',
    'email',
    'phone_number',
    'emergency_contact',
    'address',
    'blood_type',
    'allergies',
    'chronic_conditions',
    'medications',
    'insurance_info',
    'data_retention_period',
    'notes',
  ],
  fields: { ic_verification: verificationOf },
});

export const patientView = (now: Date): ((patient: Patient) => PatientView) => onDay(malaysianDay(now));
