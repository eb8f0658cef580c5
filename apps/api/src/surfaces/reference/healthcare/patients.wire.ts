import { verificationOf } from '@usaha/core';
import {
  Patient,
  differenceText,
  patientWarningText,
  seesHealthData,
  type MergedPatient,
  type SavedPatient,
} from '@usaha/healthcare';
import { malaysianDay, type Context, type Language } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { param } from '../../../wire/param.js';
import { EmergencyContactBody, EmergencyContactView } from '../../../wire/emergency-contact.wire.js';
import { field } from '../../../wire/field.js';
import { MessagePreferencesBody, MessagePreferencesView } from '../../../wire/message-preferences.wire.js';
import { personField } from '../../../wire/person-fields.js';
import { IcVerificationView } from '../../../wire/ic-verification.wire.js';
import { masked, maskedUnless, withheld, withheldTexts } from '../../../wire/masked.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { sentence } from '../../../wire/sentence.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';
import { textOrNumber } from '../../../wire/text-or-number.js';

const insuranceExample = { provider: 'AIA', policy_number: 'P-10042', expiry_date: '2027-12-31' };
const retentionMeaning =
  'Retention period after the last visit: a number of years or an ISO 8601 duration; any other text is stored but has no effect (A-128, A-175)';

@field.record('Insurance of a patient; further keys are kept as sent')
class InsuranceInfo {
  @field.text('Insurance provider', 'AIA', { optional: true }) provider?: string | null;
  @field.text('Policy number', 'P-10042', { optional: true }) policy_number?: string | null;
  @field.day('Expiry date of the policy', '2027-12-31', { optional: true }) expiry_date?: string | null;
}

/** POST /api/v1/healthcare/patients/. */
export class PatientBody {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @field.text(
    'MyKad number, YYMMDD-PB-XXXX, with or without hyphens; stored encrypted. An invalid number, or one that contradicts the date of birth, is refused (A-127)',
    '900101-14-5678',
    {
      optional: true,
      max: 50,
      view: 'IC number, as sent; users who may only read see the last four characters (A-373)',
    },
  )
  ic_number?: string | null;
  @field.text(
    'Passport number of a person without an IC number, in any format; stored encrypted (A-372)',
    'A12345678',
    {
      optional: true,
      max: 50,
      view: 'Passport number, as sent; users who may only read see the last four characters (A-373)',
    },
  )
  passport_number?: string | null;
  @field.text('Country that issued the passport: any text, such as a country code', 'IDN', {
    optional: true,
    max: 100,
    view: 'Country that issued the passport, as sent',
  })
  passport_country?: string | null;
  @field.day('Date of birth', '1990-01-01', {
    optional: true,
    view: 'Date of birth; null for users who may only read (A-373)',
  })
  date_of_birth?: string | null;
  @field.text('Gender: any text; male and female are compared with the IC number', 'female', {
    optional: true,
    max: 50,
    view: 'Gender, as sent',
  })
  gender?: string | null;
  @personField.email('siti.nur@example.com') email?: string | null;
  @personField.phone('+60123450101') phone_number?: string | null;
  @field.nested('Emergency contact', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.text('Blood type; any text', 'O+', { optional: true, max: 50, view: 'Blood type' }) blood_type?: string | null;
  @field.texts('Allergies; stored encrypted', ['Penicillin'], {
    unset: true,
    view: {
      description: 'Allergies; users who may only read see *** for each, here and in the next two fields (A-373)',
      example: ['Penicillin'],
    },
  })
  allergies?: string[];
  @field.texts('Chronic conditions; stored encrypted', ['Asthma'], { unset: true, view: 'Chronic conditions' })
  chronic_conditions?: string[];
  @field.texts('Current medications; stored encrypted', ['Salbutamol'], { unset: true, view: 'Current medications' })
  medications?: string[];
  @field.object(
    'Insurance, stored as sent; with a provider or policy_number the patient counts as insured (A-168, A-138)',
    insuranceExample,
    { optional: true, keys: InsuranceInfo, view: 'As sent (A-168)' },
  )
  insurance_info?: Record<string, unknown> | null;
  @personField.consent pdpa_consent?: boolean;
  @personField.consentStated pdpa_consent_stated?: boolean;
  @personField.messagePreferences message_preferences?: MessagePreferencesBody | null;
  @textOrNumber(`${retentionMeaning}; default: none`, 7, { optional: true, view: `As sent. ${retentionMeaning}` })
  data_retention_period?: number | string | null;
  @field.text('Notes; stored encrypted', 'Prefers mornings', {
    optional: true,
    max: 10_000,
    view: 'Notes; null for users who may only read (A-373)',
  })
  notes?: string | null;
}

/** PUT /api/v1/healthcare/patients/{patient_id}/: the same fields, all optional. */
export class PatientPatch extends PartialType(PatientBody) {}

/** An item of POST /api/v1/healthcare/patients/bulk/. */
@field.record('A patient among many: the body of POST, or of PUT where a record is found')
class PatientBulkItem extends PartialType(PatientPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
  @field.text('Medical record number, where match_on is medical_record_number', 'MRN-2026-000042', { unset: true })
  medical_record_number?: string;
}

/** POST /api/v1/healthcare/patients/bulk/. */
export class PatientBulkBody extends BulkBody(PatientBulkItem, ['medical_record_number', 'ic_number']) {}

/** GET /api/v1/healthcare/patients/. */
export class PatientListQuery extends RecordList('last_name', 'first_name', 'medical_record_number') {
  @param.text(
    'Part of the full name or e-mail; or, except for users who may only read, the first 6 to 12 characters of the IC or passport number, all of it or its last 4, with or without hyphens (A-25, A-372, A-396)',
    'siti nur',
  )
  search?: string;
  @param.text('Telephone number, the same however it is written: 012-345 6789 is +60123456789 (A-86)', '012-345 6789')
  phone_number?: string;
  @param.text(
    'Medical record number, in any case; that of a patient who was merged into another finds the other (A-372)',
    'MRN-2026-000042',
  )
  medical_record_number?: string;
  @param.day('Date of birth; users who may only read find nothing by it (A-396)', '1990-01-01') date_of_birth?: string;
  @param.text('Gender, ignoring case (A-173)', 'female') gender?: string;
  @param.text('Blood type, ignoring case (A-173)', 'O+') blood_type?: string;
  @param.flag('Whether the patient is insured: insurance_info has a provider or policy number (A-138)')
  has_insurance?: boolean;
}

@field.record('A patient on the reference surface')
export class PatientView extends ViewType(PatientBody, {
  within: {
    emergency_contact: EmergencyContactView,
    address: AddressView,
    message_preferences: MessagePreferencesView,
  },
}) {
  @field.id('Id of the patient') id!: string;
  @placedBefore('first_name')
  @field.text('Consecutive number, assigned by the service', 'MRN-2026-000042')
  medical_record_number!: string;
  @placedBefore('passport_number')
  @field.nested(
    'Checks of the IC number; null without one (A-127). Users who may only read see neither age nor birthplace (A-373)',
    IcVerificationView,
    { nullable: true },
  )
  ic_verification!: IcVerificationView | null;
  @placedBefore('data_retention_period')
  @personField.consentDate
  pdpa_consent_date!: Date | null;
  @field.instant('When the patient was created (UTC)') created_at!: Date;
  @field.instant('When the patient was last changed (UTC)') updated_at!: Date;
}

@field.record('A patient that was stored, with warnings')
export class SavedPatientView extends PatientView {
  @field.texts(
    'Things to look at, in the language of the request: another patient with the same IC or passport number, a date of birth in the future. Never refused (A-372)',
    [],
  )
  warnings!: string[];
}

/** POST /api/v1/healthcare/patients/{patient_id}/merge/. */
export class PatientMergeBody {
  @field.reference('Id of the patient who stays') into!: string;
}

@field.record('Records that were moved, by kind')
export class MovedRecordsView {
  @field.count('Appointments', 4) appointments!: number;
  @field.count('Medical records', 3) medical_records!: number;
  @field.count('Prescriptions', 2) prescriptions!: number;
  @field.count('Vaccinations', 1) vaccinations!: number;
  @field.count('Bills', 2) bills!: number;
}

@field.record('The patient who stays, with all records of both')
export class MergedPatientView extends SavedPatientView {
  @field.nested('Records of the merged patient', MovedRecordsView) moved!: MovedRecordsView;
}

/** The view as of an instant: a patient's age changes without a change of the record. */
const onDay = viewFor<Patient, PatientView, string>(Patient, PatientView, {
  revision: 3,
  etagParts: (patient, today) => [verificationOf(patient, today)?.age_years ?? null],
  personal: [
    'first_name',
    'last_name',
    'ic_number',
    'passport_number',
    'passport_country',
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
    'message_preferences',
  ],
  fields: { ic_verification: verificationOf },
});

const maskedPatient = masked<PatientView>({
  ic_number: (number) => number && maskedIc(number),
  passport_number: (number) => number && maskedIc(number),
  // With them two digits of the number remain to be guessed.
  ic_verification: (checks) => checks && { ...checks, age: null, age_years: null, birthplace: null },
  date_of_birth: withheld,
  allergies: withheldTexts,
  chronic_conditions: withheldTexts,
  medications: withheldTexts,
  notes: withheld,
});

/** The view for the actor of the context. */
export const patientView = ({ actor, now }: Context): ((patient: Patient) => PatientView) =>
  maskedUnless(seesHealthData(actor), onDay(malaysianDay(now)), maskedPatient);

/** The view of a patient that was stored, for the actor and in a language. */
export const savedPatientView = (
  ctx: Context,
  { patient, warnings }: SavedPatient,
  language: Language,
): SavedPatientView => ({
  ...patientView(ctx)(patient),
  warnings: warnings.map((warning) => sentence(patientWarningText(warning, language))),
});

export const mergedPatientView = (
  ctx: Context,
  { patient, moved, differences }: MergedPatient,
  language: Language,
): MergedPatientView => ({
  ...patientView(ctx)(patient),
  warnings: differences.length === 0 ? [] : [sentence(differenceText(differences, language))],
  moved,
});
