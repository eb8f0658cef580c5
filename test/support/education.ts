import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import type { TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer about students and classes. */
export const educationShapes = {
  student: words(
    `id first_name last_name ic_number ic_verification date_of_birth gender email phone_number address parent_guardian
     emergency_contact previous_school previous_grade admission_date current_grade stream subjects special_needs
     medical_conditions allergies blood_type religion religious_education nationality scholarship_info pdpa_consent
     pdpa_consent_date created_at updated_at`,
  ),
  icVerification: words('format age age_years gender checksum birthplace school_age'),
  guardian: words('name relationship phone_number email occupation'),
  studentExport: words('exported_at student audit_entries'),
  studentErasure: words('id erased erased_at'),
  class: words(
    `id name grade_level stream academic_year room_number capacity current_enrollment teacher_id assistant_teacher_id
     schedule subjects special_requirements notes created_at updated_at`,
  ),
};

/** Creates a record of education and answers what the answer says. @param path within the context, such as `/fees` */
export const educationRecord = async (tenant: TestTenant, path: string, body: unknown): Promise<Json> =>
  must(await on.post(`/education${path}`, body, tenant.admin.token), 201);

/** A student, with a name alone unless told otherwise. */
export const newStudent = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  educationRecord(tenant, '/students', { first_name: 'Aisyah', last_name: 'Rahman', ...extra });

/** A class, with a name alone unless told otherwise. */
export const newClass = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  educationRecord(tenant, '/classes', { name: 'Tingkatan 4 Sains', ...extra });

/** Enables the module with these settings. */
export const configureEducation = async (tenant: TestTenant, education: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/education/enable', { configuration: { education } }, tenant.admin.token), 200);
