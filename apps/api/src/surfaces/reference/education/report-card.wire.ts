import {
  Grade,
  religiousEducations,
  shown,
  streams,
  type ReligiousEducation,
  type ReportCard,
  type Stream,
} from '@usaha/education';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { AttendanceSummaryView } from './attendance.wire.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

/** GET /api/v1/education/students/{student_id}/report-card/. */
export class ReportCardQuery {
  @param.text('Term by its number or number word; default: the whole year (A-229)', 'Term 1') term?: string;
  @param.text('School year, YYYY or YYYY/YYYY; default: that of the newest grade (A-229)', '2026') year?: string;
}

@field.record('A class that a student attends or has finished')
class ReportCardClassView {
  @field.id('Id of the class') class_id!: string;
  @field.text('Name', 'Tingkatan 4 Sains') name!: string;
  @field.text('Class teacher, as sent', 'cikgu-lim', { nullable: true }) teacher_id!: string | null;
}

@field.record('An assessment on a report card')
export class ReportCardAssessmentView {
  @field.id('Id of the grade') id!: string;
  @field.text('Type of the assessment, as sent', 'exam', { nullable: true }) assessment_type!: string | null;
  @field.text('Name of the assessment', 'Peperiksaan Pertengahan Tahun', { nullable: true }) assessment_name!:
    string | null;
  @field.number('Score; null if the student was absent and none was sent', 80, { nullable: true }) score!:
    number | null;
  @field.number('Highest possible score', 100) max_score!: number;
  @field.number('score / max_score × 100, rounded to two decimals; null if the student was absent (A-363)', 80, {
    nullable: true,
  })
  percentage!: number | null;
  @field.flag('The student did not sit it: it is in no average', false) absent!: boolean;
  @field.text('Letter', 'A', { nullable: true }) grade!: string | null;
  @field.day('Day of the assessment', '2026-05-20') assessment_date!: string;
  @field.text('Remarks', 'Semakin baik', { nullable: true, max: 10_000 }) remarks!: string | null;
  @field.text('Teacher, as sent', 'cikgu-lim', { nullable: true }) teacher_id!: string | null;
}

const assessmentView = viewOf(Grade, ReportCardAssessmentView, {
  personal: ['assessment_name', 'remarks'],
  fields: { percentage: ({ percentage }) => (percentage === null ? null : shown(percentage)) },
});

@field.record('A subject on a report card')
class ReportCardSubjectView {
  @field.text('Subject, as last written; "unspecified" if none is named', 'Mathematics') subject_id!: string;
  @field.nestedList('Assessments, by date', ReportCardAssessmentView) assessments!: ReportCardAssessmentView[];
  @field.number('Mean of the percentages, by the weights of the types; null if none was sat', 85, { nullable: true })
  average_percentage!: number | null;
  @field.text('Letter of the average', 'A', { nullable: true }) grade!: string | null;
}

@field.record('All subjects of a report card')
class ReportCardOverallView {
  @field.count('Subjects', 2) subjects!: number;
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

@field.record('Report card of a student')
export class ReportCardView {
  @field.id('Id of the student', STUDENT) student_id!: string;
  @field.text('Given name', 'Aisyah') first_name!: string;
  @field.text('Family name', 'Rahman') last_name!: string;
  @field.text('Level or class attended now, as sent', 'Form 4', { nullable: true }) current_grade!: string | null;
  @field.choice('Stream', choices('StudentStream', streams), { nullable: true }) stream!: Stream | null;
  @field.nestedList('Classes attended now or finished', ReportCardClassView) classes!: ReportCardClassView[];
  @field.text('Term, as requested; null is the whole year', 'Term 1', { nullable: true }) term!: string | null;
  @field.count('Calendar year in which the school year begins', 2026) year!: number;
  @field.day('First day; null for a term that does not exist', '2026-01-01', { nullable: true }) date_from!:
    string | null;
  @field.day('Last day; null for a term that does not exist', '2026-06-30', { nullable: true }) date_to!: string | null;
  @field.nestedList('Subjects, A to Z', ReportCardSubjectView) subjects!: ReportCardSubjectView[];
  @field.nested('All subjects', ReportCardOverallView) overall!: ReportCardOverallView;
  @field.nested('Attendance on the same days', AttendanceSummaryView) attendance!: AttendanceSummaryView;
  @field.choice(
    'Religious education by religion; null without one (A-203)',
    choices('StudentReligiousEducation', religiousEducations),
    {
      nullable: true,
    },
  )
  religious_education!: ReligiousEducation | null;
}

export const reportCardView = ({
  student,
  classes,
  term,
  year,
  days,
  subjects,
  overall,
  attendance,
  religious_education,
}: ReportCard): ReportCardView => ({
  student_id: student.id,
  first_name: student.first_name,
  last_name: student.last_name,
  current_grade: student.current_grade,
  stream: student.stream,
  classes,
  term,
  year,
  date_from: days?.from ?? null,
  date_to: days?.to ?? null,
  subjects: subjects.map(({ marks, ...subject }) => ({ ...subject, assessments: marks.map(assessmentView) })),
  overall,
  attendance,
  religious_education,
});
