import type { AttendanceSummary } from '../attendance/attendance-summary.js';
import type { OverallAverage, SubjectAverage } from '../grade/averages.js';
import type { Grade } from '../grade/grade.entity.js';
import type { AttendedClass } from '../register/class-roll.js';
import type { Student } from '../student/student.entity.js';
import type { ReligiousEducation } from '../student/religious-education.js';
import type { Span } from './terms.js';

/** Which part of which school year a report card is about; absent: the whole year, the newest one. */
export interface ReportCardPeriod {
  /** `1`, `Term 1`, `Penggal 1`, `first`; a name of the school's own. */
  term?: string;
  /** `2026`, `2026/2027`. */
  year?: string;
}

/** The same worked out. */
export interface PeriodOfReport {
  /** As it was asked for; null is the whole year. */
  term: string | null;
  /** The calendar year in which the school year begins. */
  year: number;
  /** null where the school has no such term. */
  days: Span | null;
}

/** A report card as plain data: what is printed of it, too. */
export interface ReportCard extends PeriodOfReport {
  student: Pick<Student, 'id' | 'first_name' | 'last_name' | 'current_grade' | 'stream'>;
  /** Those that the student is in or has finished. */
  classes: Omit<AttendedClass, 'student_id'>[];
  /** From A to Z, the grades of each by date. */
  subjects: SubjectAverage<Grade>[];
  overall: OverallAverage;
  /** Of the same days. */
  attendance: AttendanceSummary;
  religious_education: ReligiousEducation | null;
}
