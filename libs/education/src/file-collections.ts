import type { FileCollection } from '@usaha/core';
import type { EnrollmentRepository } from './enrollment/enrollment.repository.js';
import type { StudentRepository } from './student/student.repository.js';

export const STUDENTS = 'education.students';
export const ENROLLMENT = 'education.enrollment';

/** The collections of education whose records have files. */
export const fileCollections = (students: StudentRepository, enrollments: EnrollmentRepository): FileCollection[] => [
  {
    resource: STUDENTS,
    module: 'education',
    table: 'education.students',
    records: students,
    names: (ctx, { id, record_id }) => enrollments.citesFile(ctx, { student_id: record_id }, id),
  },
  {
    resource: ENROLLMENT,
    module: 'education',
    table: 'education.enrollments',
    records: enrollments,
    names: (ctx, { id, record_id }) => enrollments.citesFile(ctx, { enrollment_id: record_id }, id),
  },
];
