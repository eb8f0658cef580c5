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
     medical_conditions allergies blood_type religion religious_education nationality scholarship_info household_id pdpa_consent
     pdpa_consent_stated message_preferences pdpa_consent_date created_at updated_at`,
  ),
  icVerification: words('format age age_years gender checksum birthplace school_age'),
  guardian: words('name relationship phone_number email occupation'),
  studentExport: words(
    'exported_at student enrollments attendance grades messages einvoice_buyers einvoices payments invoices former_names files audit_entries',
  ),
  studentErasure: words('id erased erased_at enrollments attendance grades payments_kept invoices_kept files'),
  class: words(
    `id name grade_level stream academic_year room_number capacity current_enrollment teacher_id assistant_teacher_id
     schedule subjects special_requirements notes created_at updated_at`,
  ),
  classSchedule: words('class_id name academic_year room_number teacher_id assistant_teacher_id schedule subjects'),
  enrollment: words(
    `id tenant_id student_id class_id enrollment_date enrollment_type fees scholarship_info previous_results documents
     notes status withdrawal created_at updated_at`,
  ),
  enrollmentFees: words('tuition_fee registration_fee material_fee total_fee payment_plan'),
  withdrawal: words('withdrawal_date reason destination_school refund_amount refund_method notes'),
  fee: words(
    `id tenant_id grade_level fee_type amount currency payment_frequency academic_year description is_mandatory
     scholarship_applicable created_at updated_at`,
  ),
  payment: words(
    `id tenant_id student_id fee_id amount currency payment_method payment_date transaction_id receipt_number notes
     received_by payment_request_id voided_at void_reason created_at updated_at`,
  ),
  invoice: words(
    `id invoice_number student_id fee_id period due_date currency full_amount scholarship_percentage discounts amount
     credited settled balance instalments late_fee_of state cancelled_at cancel_reason student_deleted`,
  ),
  statement: words(
    `student_id first_name last_name currency date invoices payments charged credited paid settled refunded balance
     unallocated refunds totals`,
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

/** An enrollment of a new student in a new class, unless told otherwise. */
export async function newEnrollment(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const student_id = extra.student_id ?? (await newStudent(tenant)).id;
  const class_id = extra.class_id ?? (await newClass(tenant)).id;
  return educationRecord(tenant, '/enrollment', { ...extra, student_id, class_id });
}

/** A fee of 180 ringgit, unless told otherwise. */
export const newFee = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  educationRecord(tenant, '/fees', { fee_type: 'tuition', amount: 180, ...extra });

/** A payment of 100 ringgit, unless told otherwise. */
export const newFeePayment = (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> =>
  educationRecord(tenant, '/payments', { amount: 100, ...body });

/** Invoices of a fee for March 2026, due in the far future, unless told otherwise. */
export const newInvoices = (tenant: TestTenant, body: Record<string, unknown>): Promise<Json[]> =>
  educationRecord(tenant, '/invoices', { period: '2026-03', due_date: '2999-12-31', ...body }) as Promise<Json[]>;

/** The statement of account of a student. */
export const statementOf = async (tenant: TestTenant, student_id: string, query = ''): Promise<Json> =>
  must(await on.get(`/education/students/${student_id}/statement${query}`, tenant.admin.token), 200);

/** Enables the module with these settings. */
export const configureEducation = async (tenant: TestTenant, education: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/education/enable', { configuration: { education } }, tenant.admin.token), 200);
