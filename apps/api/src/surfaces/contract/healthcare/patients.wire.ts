import { isEmail } from 'class-validator';
import { seesHealthData, type NewPatient, type Patient, type PatientQuery } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { masked, maskedUnless, withheld, withheldTexts } from '../../../wire/masked.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { ContractPage } from '../contract.js';

/** Gender. */
export const genders = ['MALE', 'FEMALE', 'OTHER'] as const;
export type Gender = (typeof genders)[number];

/** POST /v1/healthcare/patients. */
export class PatientCreate {
  @field.text('Given name', 'Siti', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Nur', { max: 200 }) last_name!: string;
  @field.text(
    'Identity card (IC) number: 12 digits, with hyphens, spaces or neither; or a passport number of one to three letters and five to nine digits; stored encrypted (A-127, A-372)',
    '900101-14-5678',
    { max: 50, view: 'Identity card (IC) number, as sent; viewers see the last four characters (A-373)' },
  )
  ic_number!: string;
  @field.day('Date of birth', '1990-01-01', { view: 'Date of birth; null for viewers (A-373)' }) date_of_birth!: string;
  @field.choice('Gender', choices('Gender', genders), {
    optional: true,
    view: 'Gender; OTHER for any other text of the reference surface',
  })
  gender?: Gender | null;
  @personField.phone('+60123450101') phone?: string | null;
  @field.email('E-mail', 'siti.nur@example.com', {
    optional: true,
    view: 'E-mail; null if the reference surface received text that is not an e-mail address (A-154)',
  })
  email?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.text('Blood type; any text', 'O+', { optional: true, max: 50, view: 'Blood type' }) blood_type?: string | null;
  @field.texts('Allergies; stored encrypted', ['Penicillin'], { unset: true, view: 'Allergies' }) allergies?: string[];
  @field.texts('Medical conditions; stored encrypted', ['Asthma'], { unset: true, view: 'Medical conditions' })
  medical_conditions?: string[];
}

/** GET /v1/healthcare/patients. */
export class PatientListQuery extends ContractPage {
  @param.text(
    'Part of the full name, e-mail, telephone number or medical record number; or, except for viewers, the first 6 to 12 digits of the IC number or its last 4, with or without hyphens (A-25, A-396)',
    'siti nur',
  )
  search?: string;
}

@field.record('A patient on the contract surface')
export class PatientView extends ViewType(PatientCreate, {
  within: { address: AddressView },
  nullable: ['ic_number', 'date_of_birth'],
}) {
  @field.id('Id of the patient, the same on the reference surface') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @placedBefore('first_name')
  @field.text('Consecutive number, assigned by the service', 'MRN-2026-000042')
  medical_record_number!: string;
  @field.instant('When the patient was created (UTC)') created_at!: Date;
  @field.instant('When the patient was last changed (UTC)') updated_at!: Date;
}

/** A free text of the reference surface as one of the three (§4): null stays null. */
export function genderOf(text: string | null): Gender | null {
  if (text === null) return null;
  const said = text.trim().toUpperCase();
  return genders.find((gender) => gender === said) ?? 'OTHER';
}

const whole = (p: Patient): PatientView => ({
  id: p.id,
  tenant_id: p.tenant_id,
  medical_record_number: p.medical_record_number,
  first_name: p.first_name,
  last_name: p.last_name,
  ic_number: p.ic_number,
  date_of_birth: p.date_of_birth,
  gender: genderOf(p.gender),
  phone: p.phone_number,
  email: isEmail(p.email) ? p.email : null,
  address: p.address,
  blood_type: p.blood_type,
  allergies: p.allergies,
  medical_conditions: p.chronic_conditions,
  created_at: p.created_at,
  updated_at: p.updated_at,
});

const maskedPatient = masked<PatientView>({
  ic_number: (number) => number && maskedIc(number),
  date_of_birth: withheld,
  allergies: withheldTexts,
  medical_conditions: withheldTexts,
});

/** The view for the actor of the context. */
export const patientView = ({ actor }: Context): ((patient: Patient) => PatientView) =>
  maskedUnless(seesHealthData(actor), whole, maskedPatient);

export const newPatient = ({ phone, medical_conditions, gender, ...same }: PatientCreate): NewPatient => ({
  ...same,
  phone_number: phone,
  chronic_conditions: medical_conditions,
  gender: gender?.toLowerCase(),
});

export const patientQuery = ({ search }: PatientListQuery): PatientQuery => ({ search_contact: search });
