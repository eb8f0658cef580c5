import type { Json } from './client.js';
import { educationRecord } from './education.js';
import type { TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer about attendance and grades. */
export const resultShapes = {
  attendance: words(
    'id tenant_id student_id class_id date status time_in time_out remarks recorded_by created_at updated_at',
  ),
  summary: words('student_id start_date end_date total present absent late excused attendance_rate'),
  registerEntry: words('student_id first_name last_name attendance'),
  grade: words(
    `id tenant_id student_id subject_id assessment_type assessment_name score max_score grade absent
     class_id remarks teacher_id assessment_date created_at updated_at`,
  ),
  reportCard: words(
    `student_id first_name last_name current_grade stream classes term year date_from date_to subjects overall
     attendance religious_education`,
  ),
  reportCardSubject: words('subject_id assessments average_percentage grade'),
  reportCardAssessment: words(
    'id assessment_type assessment_name score max_score percentage absent grade assessment_date remarks teacher_id',
  ),
  academicRecord: words(
    `student_id first_name last_name current_grade stream previous_school previous_grade enrollments grades subjects
     overall totals`,
  ),
};

/** Attendance, present on a Tuesday unless told otherwise. */
export const newAttendance = (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> =>
  educationRecord(tenant, '/attendance', { date: '2026-03-10', status: 'present', ...body });

/** A grade, 80 of 100 unless told otherwise. */
export const newGrade = (tenant: TestTenant, body: Record<string, unknown>): Promise<Json> =>
  educationRecord(tenant, '/grades', { score: 80, max_score: 100, ...body });

/** A student with a seat in a class. */
export async function seat(tenant: TestTenant, student_id: string, class_id: string): Promise<Json> {
  return educationRecord(tenant, '/enrollment', { student_id, class_id });
}
