import type { Erasure, PersonExported } from '@usaha/core';
import type { Student, studentData } from '@usaha/education';
import { field } from '../../wire/field.js';
import { AuditView } from '../core/audit.wire.js';
import { erasedView, exportedView, recordsAsKept as records } from '../person-privacy.wire.js';
import { StudentView, studentView } from './students.wire.js';

type RecordName = keyof typeof studentData.records;

@field.record('All data stored about one student')
export class StudentExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The student', StudentView) student!: StudentView;
  @records('Enrollments of the student, newest first, each with its withdrawals, decrypted')
  enrollments!: Record<string, unknown>[];
  @records('Attendance of the student, newest first, decrypted') attendance!: Record<string, unknown>[];
  @records('Grades of the student, newest first, decrypted') grades!: Record<string, unknown>[];
  @records('Payments for the student, newest first, decrypted') payments!: Record<string, unknown>[];
  @records('Invoices of the student, newest first, each with its settlements') invoices!: Record<string, unknown>[];
  @field.nestedList(
    "Audit trail of the student and of the student's records: who read, changed or exported them; newest first",
    AuditView,
  )
  audit_entries!: AuditView[];
}

export const studentExportView = (now: Date, exported: PersonExported<Student, RecordName>): StudentExportView =>
  exportedView(now, exported, { student: studentView(now)(exported.person) });

@field.record("The result of an erasure of a student's data")
export class StudentErasureView {
  @field.id('Id of the student, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date;
  @field.count('Number of enrollments reduced to class, day, type, fees and status; none is active any more', 2)
  enrollments!: number;
  @field.count('Number of attendance records reduced to class, day, status, times and who recorded them', 92)
  attendance!: number;
  @field.count('Number of grades reduced to type and day of the assessment, scores, letter and teacher', 40)
  grades!: number;
  @field.count('Number of payments kept, as the law requires for seven years', 6) payments_kept!: number;
  @field.count('Number of invoices kept, as the law requires for seven years', 6) invoices_kept!: number;
}

export const studentErasureView = (erasure: Erasure<Student, RecordName>): StudentErasureView => ({
  ...erasedView(erasure),
  enrollments: erasure.blanked.enrollments,
  attendance: erasure.blanked.attendance,
  grades: erasure.blanked.grades,
  payments_kept: erasure.kept.payments,
  invoices_kept: erasure.kept.invoices,
});
