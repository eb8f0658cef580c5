import type { FileCollection } from '@usaha/core';
import type { EnrollmentRepository } from './enrollment/enrollment.repository.js';
import type { StudentRepository } from './student/student.repository.js';

/** The collections of education whose records have files. */
export const fileCollections = (students: StudentRepository, enrollments: EnrollmentRepository): FileCollection[] => [
  { resource: 'education.students', module: 'education', table: 'education.students', records: students },
  { resource: 'education.enrollment', module: 'education', table: 'education.enrollments', records: enrollments },
];
