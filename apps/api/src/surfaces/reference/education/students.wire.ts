import {
  Student,
  religiousEducationOf,
  religiousEducations,
  streams,
  studentVerificationOf,
  type ReligiousEducation,
  type Scholarship,
  type Stream,
} from '@usaha/education';
import { malaysianDay } from '@usaha/shared';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { EmergencyContactBody, EmergencyContactView } from '../../../wire/emergency-contact.wire.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { MessagePreferencesBody, MessagePreferencesView } from '../../../wire/message-preferences.wire.js';
import { personField } from '../../../wire/person-fields.js';
import { IcVerificationView } from '../../../wire/ic-verification.wire.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';

export const streamChoices = choices('Stream', streams);
export const religiousEducationChoices = choices('ReligiousEducation', religiousEducations);

const HOUSEHOLD = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5bbe';
const scholarshipExample = {
  has_scholarship: true,
  scholarship_name: 'Biasiswa Cemerlang',
  scholarship_percentage: 50,
};

@field.record('Parent or guardian in a request; absent fields are null')
export class GuardianBody {
  @field.text('Name', 'Rahman bin Ali', { optional: true, max: 200 }) name: string | null = null;
  @field.text('Relationship to the student; any text', 'father', {
    optional: true,
    max: 100,
    view: 'Relationship to the student',
  })
  relationship: string | null = null;
  @personField.phone('+60123450102') phone_number: string | null = null;
  @personField.email('rahman@example.com') email: string | null = null;
  @field.text('Occupation', 'guru', { optional: true, max: 200 }) occupation: string | null = null;
}

@field.record('Parent or guardian in a response')
export class GuardianView extends ViewType(GuardianBody) {}

@field.record('Scholarship of a student; further keys are kept as sent')
class ScholarshipInfo {
  @field.flag('Whether the student has a scholarship; this alone decides the filter (A-206)', true, { optional: true })
  has_scholarship?: boolean | null;
  @field.text('Name of the scholarship', 'Biasiswa Cemerlang', { optional: true }) scholarship_name?: string | null;
  @field.percent('Part of a fee that it pays', 50, { optional: true }) scholarship_percentage?: number | null;
}

/** POST /api/v1/education/students/. */
export class StudentBody {
  @field.text('Given name', 'Aisyah', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Rahman', { max: 200 }) last_name!: string;
  @field.text(
    'MyKad number, YYMMDD-PB-XXXX, with or without hyphens; stored encrypted. An invalid number, or one that contradicts the date of birth, is refused (A-117)',
    '100215-10-1234',
    { optional: true, max: 50, view: 'IC number, as sent' },
  )
  ic_number?: string | null;
  @field.day('Date of birth', '2010-02-15', { optional: true }) date_of_birth?: string | null;
  @field.text('Gender: any text; male and female are compared with the IC number', 'female', {
    optional: true,
    max: 50,
    view: 'Gender, as sent',
  })
  gender?: string | null;
  @personField.email('aisyah@example.com') email?: string | null;
  @personField.phone('+60123450101') phone_number?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.nested('Parent or guardian', GuardianBody, { optional: true }) parent_guardian?: GuardianBody | null;
  @field.nested('Emergency contact', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.text('School attended before', 'SK Taman Melati', { optional: true }) previous_school?: string | null;
  @field.text('Level attended before; any text', 'Form 3', { optional: true, max: 100, view: 'Level attended before' })
  previous_grade?: string | null;
  @field.day('Day of admission', '2026-01-12', { optional: true }) admission_date?: string | null;
  @field.text('Level or class attended now; any text (A-118)', 'Form 4', {
    optional: true,
    max: 100,
    view: 'Level or class attended now, as sent',
  })
  current_grade?: string | null;
  @field.choice('Stream', streamChoices, { optional: true }) stream?: Stream | null;
  @field.texts('Subjects taken', ['Matematik', 'Sejarah'], { unset: true, view: 'Subjects taken, as sent' })
  subjects?: string[];
  @field.texts('Special needs; stored encrypted', ['disleksia'], { unset: true, view: 'Special needs' })
  special_needs?: string[];
  @field.texts('Medical conditions; stored encrypted', ['asma'], { unset: true, view: 'Medical conditions' })
  medical_conditions?: string[];
  @field.texts('Allergies; stored encrypted', ['kacang'], { unset: true, view: 'Allergies' }) allergies?: string[];
  @field.text('Blood type; any text, stored encrypted', 'O+', { optional: true, max: 50, view: 'Blood type' })
  blood_type?: string | null;
  @field.text('Religion; any text, stored encrypted', 'Islam', { optional: true, max: 100, view: 'Religion, as sent' })
  religion?: string | null;
  @field.text('Nationality; any text', 'Malaysian', { optional: true, max: 100, view: 'Nationality, as sent' })
  nationality?: string | null;
  @field.object('Scholarship, stored as sent (A-181, A-206)', scholarshipExample, {
    optional: true,
    keys: ScholarshipInfo,
    view: 'Scholarship, as sent',
  })
  scholarship_info?: Scholarship | null;
  @personField.consent pdpa_consent?: boolean;
  @personField.consentStated pdpa_consent_stated?: boolean;
  @personField.messagePreferences message_preferences?: MessagePreferencesBody | null;
}

/** PUT /api/v1/education/students/{student_id}/: the same fields, all optional. */
export class StudentPatch extends PartialType(StudentBody) {}

/** An item of POST /api/v1/education/students/bulk/. */
@field.record('A student among many: the body of POST, or of PUT where a record is found')
class StudentBulkItem extends PartialType(StudentPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/education/students/bulk/. */
export class StudentBulkBody extends BulkBody(StudentBulkItem, ['ic_number']) {}

/** GET /api/v1/education/students/. */
export class StudentListQuery extends RecordList('last_name', 'first_name') {
  @param.text('Level or class attended now, by any name of the level: Tingkatan 4 finds Form 4 (A-342)', 'Form 4')
  current_grade?: string;
  @param.choice('Stream', streamChoices) stream?: Stream;
  @param.text(
    'Part of the full name or e-mail; or the first 6 to 12 digits of the IC number or its last 4, with or without hyphens (A-25)',
    'aisyah',
  )
  search?: string;
  @param.text('Gender, ignoring case (A-208)', 'female') gender?: string;
  @param.text('Religion, ignoring case (A-208)', 'islam') religion?: string;
  @param.text('Nationality, ignoring case (A-208)', 'malaysian') nationality?: string;
  @param.flag('Whether scholarship_info says that the student has a scholarship (A-206)') has_scholarship?: boolean;
}

@field.record("Checks of a student's IC number against the student's data")
export class StudentIcVerificationView extends IcVerificationView {
  @field.flag(
    'Whether the student is of an age for the level that current_grade names, from one year below to three above; null if it names none. Never refused (A-202)',
    true,
    { nullable: true },
  )
  school_age!: boolean | null;
}

@field.record('A student')
export class StudentView extends ViewType(StudentBody, {
  within: {
    address: AddressView,
    parent_guardian: GuardianView,
    emergency_contact: EmergencyContactView,
    message_preferences: MessagePreferencesView,
  },
}) {
  @field.id('Id of the student') id!: string;
  @placedBefore('date_of_birth')
  @field.nested('Checks of the IC number; null without one (A-202)', StudentIcVerificationView, { nullable: true })
  ic_verification!: StudentIcVerificationView | null;
  @placedBefore('nationality')
  @field.choice('Religious education by religion; null without one (A-203)', religiousEducationChoices, {
    nullable: true,
  })
  religious_education!: ReligiousEducation | null;
  @placedBefore('pdpa_consent')
  @field.id('Id of the household; null without one (A-362)', HOUSEHOLD, { nullable: true })
  household_id!: string | null;
  @personField.consentDate pdpa_consent_date!: Date | null;
  @field.instant('When the student was created (UTC)') created_at!: Date;
  @field.instant('When the student was last changed (UTC)') updated_at!: Date;
}

/** The view as of a day: a student's age changes without a change of the record. */
const onDay = viewFor<Student, StudentView, string>(Student, StudentView, {
  revision: 2,
  etagParts: (student, today) => {
    const { age_years = null, school_age = null } = studentVerificationOf(student, today) ?? {};
    return [age_years, Number(school_age)];
  },
  personal: [
    'first_name',
    'last_name',
    'ic_number',
    'date_of_birth',
    'gender',
    'email',
    'phone_number',
    'address',
    'parent_guardian',
    'emergency_contact',
    'previous_school',
    'previous_grade',
    'subjects',
    'special_needs',
    'medical_conditions',
    'allergies',
    'blood_type',
    'religion',
    'nationality',
    'scholarship_info',
    'message_preferences',
  ],
  fields: {
    ic_verification: studentVerificationOf,
    religious_education: ({ religion }) => religiousEducationOf(religion),
  },
});

export const studentView = (now: Date): ((student: Student) => StudentView) => onDay(malaysianDay(now));
