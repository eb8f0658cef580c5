import { streams, type AcademicRecord, type Stream } from '@usaha/education';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { EnrollmentView, enrollmentView } from './enrollment.wire.js';
import { GradeView, gradeView } from './grades.wire.js';

/** A record is read whole where it can be: a page of it is as long as any page may be. */
const MOST_ROWS = 100;

/** GET /api/v1/education/students/{student_id}/academic-record/. */
export class AcademicRecordQuery {
  @param.position('Page number of each list, from 1', 1) page?: number;
  @param.position(`Rows on a page of each list; more than ${MOST_ROWS} is taken as ${MOST_ROWS}`, MOST_ROWS)
  page_size?: number;
}

export const academicRecordPage = ({ page = 1, page_size = MOST_ROWS }: AcademicRecordQuery) => ({
  page,
  size: Math.min(page_size, MOST_ROWS),
});

@field.record('Averages of a subject')
class AcademicRecordSubjectView {
  @field.text('Subject, as last written; "unspecified" if none is named', 'Mathematics') subject_id!: string;
  @field.count('Assessments', 2) assessments!: number;
  @field.number('Mean of the percentages, by the weights of the types; null if none was sat', 85, { nullable: true })
  average_percentage!: number | null;
  @field.text('Letter of the average', 'A', { nullable: true }) grade!: string | null;
}

@field.record('Averages of all subjects')
class AcademicRecordOverallView {
  @field.count('Assessments', 3) assessments!: number;
  @field.number("Mean of the subjects' averages", 72.5, { nullable: true }) average_percentage!: number | null;
  @field.text('Letter of the average', 'A-', { nullable: true }) grade!: string | null;
  @field.number('Mean of the points in Form 4 and 5, lower is better; otherwise null (A-223)', 2.5, { nullable: true })
  gps!: number | null;
  @field.number('Mean of the points in Form 6 and Matriculation, up to 4.00; otherwise null (A-223)', 3.67, {
    nullable: true,
  })
  cgpa!: number | null;
}

@field.record('Number of records of each kind, on all pages')
class AcademicRecordTotals {
  @field.count('Enrollments', 1) enrollments!: number;
  @field.count('Grades', 3) grades!: number;
}

@field.record('The academic record of a student')
export class AcademicRecordView {
  @field.id('Id of the student') student_id!: string;
  @field.text('Given name', 'Aisyah') first_name!: string;
  @field.text('Family name', 'Rahman') last_name!: string;
  @field.text('Level or class attended now, as sent', 'Form 4', { nullable: true }) current_grade!: string | null;
  @field.choice('Stream', choices('StudentStream', streams), { nullable: true }) stream!: Stream | null;
  @field.text('School attended before', 'SK Taman Melati', { nullable: true }) previous_school!: string | null;
  @field.text('Level attended before', 'Form 3', { nullable: true }) previous_grade!: string | null;
  @field.nestedList('Enrollments, newest first', EnrollmentView) enrollments!: EnrollmentView[];
  @field.nestedList('Grades, newest first', GradeView) grades!: GradeView[];
  @field.nestedList('Subjects, A to Z, with all grades', AcademicRecordSubjectView)
  subjects!: AcademicRecordSubjectView[];
  @field.nested('All subjects, with all grades', AcademicRecordOverallView) overall!: AcademicRecordOverallView;
  @field.nested('Number of records of each kind, on all pages', AcademicRecordTotals) totals!: AcademicRecordTotals;
}

export const academicRecordView = ({
  student,
  enrollments,
  grades,
  subjects,
  overall: { subjects: _, ...overall },
}: AcademicRecord): AcademicRecordView => ({
  student_id: student.id,
  first_name: student.first_name,
  last_name: student.last_name,
  current_grade: student.current_grade,
  stream: student.stream,
  previous_school: student.previous_school,
  previous_grade: student.previous_grade,
  enrollments: enrollments.rows.map(enrollmentView),
  grades: grades.rows.map(gradeView),
  subjects: subjects.map(({ marks, ...subject }) => ({ ...subject, assessments: marks.length })),
  overall,
  totals: { enrollments: enrollments.total, grades: grades.total },
});
