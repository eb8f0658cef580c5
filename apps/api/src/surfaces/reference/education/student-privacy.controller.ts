import { StudentService, studentData } from '@usaha/education';
import { field } from '../../../wire/field.js';
import { personPrivacyController } from '../person-privacy.controller.js';
import { recordsAsKept as records } from '../person-privacy.wire.js';
import { StudentView, studentView } from './students.wire.js';

export const ReferenceStudentPrivacyController = personPrivacyController({
  data: studentData,
  service: StudentService,
  module: 'education',
  collection: 'students',
  parameter: 'student_id',
  possessive: "a student's",
  exported: {
    schema: 'StudentExportView',
    meaning: 'All data stored about one student',
    content: "the student's data and audit trail",
    person: ['student', field.nested('The student', StudentView)],
    show: ({ now }, student) => studentView(now)(student),
    records: {
      enrollments: records('Enrollments of the student, newest first, each with its withdrawals, decrypted'),
      attendance: records('Attendance of the student, newest first, decrypted'),
      grades: records('Grades of the student, newest first, decrypted'),
      messages: records('Messages to the student, or to the guardian, newest first, without their texts'),
      einvoice_buyers: records('Buyers that the student is on e-invoices, newest first'),
      einvoices: records('E-invoices to the student, without their texts, newest first'),
      payments: records('Payments for the student, newest first, decrypted'),
      invoices: records('Invoices of the student, newest first, each with its settlements'),
    },
    trail: "Audit trail of the student and of the student's records: who read, changed or exported them; newest first",
  },
  erased: {
    schema: 'StudentErasureView',
    meaning: "The result of an erasure of a student's data",
    content:
      'names, identity documents, contact, health data and religion of the student permanently; the student can no longer be found. A deleted student can be erased as well.',
    id: 'Id of the student, who can no longer be found',
    counts: {
      enrollments: field.count(
        'Number of enrollments reduced to class, day, type, fees and status; none is active any more',
        2,
      ),
      attendance: field.count(
        'Number of attendance records reduced to class, day, status, times and who recorded them',
        92,
      ),
      grades: field.count('Number of grades reduced to type and day of the assessment, scores, letter and teacher', 40),
      payments_kept: field.count('Number of payments kept, as the law requires for seven years', 6),
      invoices_kept: field.count('Number of invoices kept, as the law requires for seven years', 6),
    },
  },
});
