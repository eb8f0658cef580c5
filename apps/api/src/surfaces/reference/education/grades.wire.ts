import { Grade } from '@usaha/education';
import { MAX_MONEY } from '@usaha/shared';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const LONG = 10_000;

/** POST /api/v1/education/grades/. */
export class GradeBody {
  @field.reference('Id of the student', STUDENT, { max: MAX_TEXT }) student_id!: string;
  @field.text('Subject: any text (A-225)', 'Mathematics', { optional: true, max: 200, view: 'Subject, as sent' })
  subject_id?: string | null;
  @field.text('Type of the assessment; any text', 'exam', {
    optional: true,
    max: 200,
    view: 'Type of the assessment, as sent',
  })
  assessment_type?: string | null;
  @field.text('Name of the assessment', 'Peperiksaan Pertengahan Tahun', { optional: true }) assessment_name?:
    string | null;
  @field.number('Score; more than two decimals are rounded. Required unless the student was absent', 80, {
    min: 0,
    max: MAX_MONEY,
    optional: true,
    view: 'Score; null if the student was absent and none was sent',
  })
  score?: number | null;
  @field.number('Highest possible score, above 0', 100, { min: 0, max: MAX_MONEY, view: 'Highest possible score' })
  max_score!: number;
  @field.text("Letter, as it is; if absent, worked out by the scale of the student's level (A-222)", 'A', {
    optional: true,
    max: 100,
    view: "Letter; null if a scale of the business's own has none for the score",
  })
  grade?: string | null;
  @field.flag('The student did not sit it, as the grade TH says: it is in no average (A-363)', false, { unset: true })
  absent?: boolean;
  @field.text('Id of the class in which it was assessed (A-363)', null, {
    optional: true,
    max: MAX_TEXT,
    view: 'Id of the class in which it was assessed',
  })
  class_id?: string | null;
  @field.text('Remarks; stored encrypted', 'Semakin baik', { optional: true, max: LONG, view: 'Remarks' }) remarks?:
    string | null;
  @field.text('Teacher: any text (A-226)', 'cikgu-lim', { optional: true, max: 200, view: 'Teacher, as sent' })
  teacher_id?: string | null;
  @field.day('Day of the assessment; default: today (UTC+8)', '2026-05-20', {
    optional: true,
    view: 'Day of the assessment',
  })
  assessment_date?: string | null;
}

/** PUT /api/v1/education/grades/{grade_id}/: the same fields, all optional. */
export class GradePatch extends PartialType(GradeBody) {}

/** GET /api/v1/education/grades/. */
export class GradeListQuery extends RecordList('assessment_date') {
  @param.text('Id of the student', STUDENT) student_id?: string;
  @param.text('Subject, ignoring case (A-225)', 'Mathematics') subject_id?: string;
  @param.text('Type of the assessment, ignoring case (A-173)', 'exam') assessment_type?: string;
  @param.text('Id of the class', STUDENT) class_id?: string;
  @param.day('Assessments on this day or later', '2026-01-01') date_from?: string;
  @param.day('Assessments on this day or earlier', '2026-06-30') date_to?: string;
}

@field.record('A grade')
export class GradeView extends ViewType(GradeBody, { filled: ['assessment_date'] }) {
  @field.id('Id of the grade') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @field.instant('When it was recorded (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const gradeView = viewOf(Grade, GradeView, {
  revision: 1,
  personal: ['subject_id', 'assessment_name', 'remarks'],
});
