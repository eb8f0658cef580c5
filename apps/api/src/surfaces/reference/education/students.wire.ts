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
import { IcVerificationView } from '../../../wire/ic-verification.wire.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';

export const streamChoices = choices('Stream', streams);
export const religiousEducationChoices = choices('ReligiousEducation', religiousEducations);

const scholarshipExample = {
  has_scholarship: true,
  scholarship_name: 'Biasiswa Cemerlang',
  scholarship_percentage: 50,
};

@field.record('Parent or guardian in a request; absent fields are null')
class GuardianBody {
  @field.text('Name', 'Rahman bin Ali', { optional: true, max: 200 }) name: string | null = null;
  @field.text('Relationship to the student; any text', 'father', { optional: true, max: 100 }) relationship:
    string | null = null;
  @field.text('Telephone number, in any format (A-154)', '+60123450102', { optional: true, max: 50 }) phone_number:
    string | null = null;
  @field.text('E-mail; any text (A-154)', 'rahman@example.com', { optional: true }) email: string | null = null;
  @field.text('Occupation', 'guru', { optional: true, max: 200 }) occupation: string | null = null;
}

@field.record('Parent or guardian in a response')
class GuardianView {
  @field.text('Name', 'Rahman bin Ali', { nullable: true }) name!: string | null;
  @field.text('Relationship to the student', 'father', { nullable: true }) relationship!: string | null;
  @field.text('Telephone number, as sent', '+60123450102', { nullable: true }) phone_number!: string | null;
  @field.text('E-mail, as sent', 'rahman@example.com', { nullable: true }) email!: string | null;
  @field.text('Occupation', 'guru', { nullable: true }) occupation!: string | null;
}

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
    { optional: true, max: 50 },
  )
  ic_number?: string | null;
  @field.day('Date of birth', '2010-02-15', { optional: true }) date_of_birth?: string | null;
  @field.text('Gender: any text; male and female are compared with the IC number', 'female', {
    optional: true,
    max: 50,
  })
  gender?: string | null;
  @field.text('E-mail; any text (A-154)', 'aisyah@example.com', { optional: true }) email?: string | null;
  @field.text('Telephone number, in any format (A-154)', '+60123450101', { optional: true, max: 50 }) phone_number?:
    string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
  @field.nested('Parent or guardian', GuardianBody, { optional: true }) parent_guardian?: GuardianBody | null;
  @field.nested('Emergency contact', EmergencyContactBody, { optional: true })
  emergency_contact?: EmergencyContactBody | null;
  @field.text('School attended before', 'SK Taman Melati', { optional: true }) previous_school?: string | null;
  @field.text('Level attended before; any text', 'Form 3', { optional: true, max: 100 }) previous_grade?: string | null;
  @field.day('Day of admission', '2026-01-12', { optional: true }) admission_date?: string | null;
  @field.text('Level or class attended now; any text (A-118)', 'Form 4', { optional: true, max: 100 }) current_grade?:
    string | null;
  @field.choice('Stream', streamChoices, { optional: true }) stream?: Stream | null;
  @field.texts('Subjects taken', ['Matematik', 'Sejarah'], { unset: true }) subjects?: string[];
  @field.texts('Special needs; stored encrypted', ['disleksia'], { unset: true }) special_needs?: string[];
  @field.texts('Medical conditions; stored encrypted', ['asma'], { unset: true }) medical_conditions?: string[];
  @field.texts('Allergies; stored encrypted', ['kacang'], { unset: true }) allergies?: string[];
  @field.text('Blood type; any text, stored encrypted', 'O+', { optional: true, max: 50 }) blood_type?: string | null;
  @field.text('Religion; any text, stored encrypted', 'Islam', { optional: true, max: 100 }) religion?: string | null;
  @field.text('Nationality; any text', 'Malaysian', { optional: true, max: 100 }) nationality?: string | null;
  @field.object('Scholarship, stored as sent (A-181, A-206)', scholarshipExample, {
    optional: true,
    keys: ScholarshipInfo,
  })
  scholarship_info?: Scholarship | null;
  @field.flag('Whether the person consents to the storage of personal data; default false (A-116)', true, {
    unset: true,
  })
  pdpa_consent?: boolean;
  @field.flag(
    'false, as it was shown: the false of pdpa_consent says nothing; anything else: it is a refusal (A-374)',
    true,
    {
      unset: true,
    },
  )
  pdpa_consent_stated?: boolean;
}

/** PUT /api/v1/education/students/{student_id}/: the same fields, all optional. */
export class StudentPatch extends PartialType(StudentBody) {}

/** GET /api/v1/education/students/. */
export class StudentListQuery extends ReferencePage {
  @param.text('Level or class attended now, ignoring case (A-208)', 'Form 4') current_grade?: string;
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
export class StudentView {
  @field.id('Id of the student') id!: string;
  @field.text('Given name', 'Aisyah') first_name!: string;
  @field.text('Family name', 'Rahman') last_name!: string;
  @field.text('IC number, as sent', '100215-10-1234', { nullable: true }) ic_number!: string | null;
  @field.nested('Checks of the IC number; null without one (A-202)', StudentIcVerificationView, { nullable: true })
  ic_verification!: StudentIcVerificationView | null;
  @field.day('Date of birth', '2010-02-15', { nullable: true }) date_of_birth!: string | null;
  @field.text('Gender, as sent', 'female', { nullable: true }) gender!: string | null;
  @field.text('E-mail, as sent', 'aisyah@example.com', { nullable: true }) email!: string | null;
  @field.text('Telephone number, as sent', '+60123450101', { nullable: true }) phone_number!: string | null;
  @field.nested('Postal address', AddressView, { nullable: true }) address!: AddressView | null;
  @field.nested('Parent or guardian', GuardianView, { nullable: true }) parent_guardian!: GuardianView | null;
  @field.nested('Emergency contact', EmergencyContactView, { nullable: true })
  emergency_contact!: EmergencyContactView | null;
  @field.text('School attended before', 'SK Taman Melati', { nullable: true }) previous_school!: string | null;
  @field.text('Level attended before', 'Form 3', { nullable: true }) previous_grade!: string | null;
  @field.day('Day of admission', '2026-01-12', { nullable: true }) admission_date!: string | null;
  @field.text('Level or class attended now, as sent', 'Form 4', { nullable: true }) current_grade!: string | null;
  @field.choice('Stream', streamChoices, { nullable: true }) stream!: Stream | null;
  @field.texts('Subjects taken, as sent', ['Matematik', 'Sejarah']) subjects!: string[];
  @field.texts('Special needs', ['disleksia']) special_needs!: string[];
  @field.texts('Medical conditions', ['asma']) medical_conditions!: string[];
  @field.texts('Allergies', ['kacang']) allergies!: string[];
  @field.text('Blood type', 'O+', { nullable: true }) blood_type!: string | null;
  @field.text('Religion, as sent', 'Islam', { nullable: true }) religion!: string | null;
  @field.choice('Religious education by religion; null without one (A-203)', religiousEducationChoices, {
    nullable: true,
  })
  religious_education!: ReligiousEducation | null;
  @field.text('Nationality, as sent', 'Malaysian', { nullable: true }) nationality!: string | null;
  @field.object('Scholarship, as sent', scholarshipExample, { nullable: true, keys: ScholarshipInfo })
  scholarship_info!: Scholarship | null;
  @field.flag('Whether the person consents to the storage of personal data', true) pdpa_consent!: boolean;
  @field.flag(
    'Whether pdpa_consent was ever sent: a false that was sent stops all letters but receipts and tracking (A-374)',
    true,
  )
  pdpa_consent_stated!: boolean;
  @field.instant('When consent was given (UTC), set by the service; null without consent (A-116)', { nullable: true })
  pdpa_consent_date!: Date | null;
  @field.instant('When the student was created (UTC)') created_at!: Date;
  @field.instant('When the student was last changed (UTC)') updated_at!: Date;
}

/** The view as of a day: a student's age changes without a change of the record. */
const onDay = viewFor<Student, StudentView, string>(Student, StudentView, {
  revision: 1,
  beside: (student, today) => {
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
  ],
  fields: {
    ic_verification: studentVerificationOf,
    religious_education: ({ religion }) => religiousEducationOf(religion),
  },
});

export const studentView = (now: Date): ((student: Student) => StudentView) => onDay(malaysianDay(now));
