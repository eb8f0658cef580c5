import { SchoolClass, type Schedule, type SeatedStudent, type TeacherSchedule } from '@usaha/education';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { plainView, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { StudentView, studentView } from './students.wire.js';

const TEACHER = 'guru-aminah';
const scheduleExample = { tuesday: ['19:30-21:00'], saturday: ['09:00-10:30', '11:00-12:30'] };

@field.record('Hours of lessons by weekday, each HH:MM-HH:MM; other keys are kept as sent (A-210)')
class ScheduleHours {
  @field.texts('Hours on Monday', ['19:30-21:00'], { optional: true }) monday?: string[] | null;
  @field.texts('Hours on Tuesday', ['19:30-21:00'], { optional: true }) tuesday?: string[] | null;
  @field.texts('Hours on Wednesday', ['19:30-21:00'], { optional: true }) wednesday?: string[] | null;
  @field.texts('Hours on Thursday', ['19:30-21:00'], { optional: true }) thursday?: string[] | null;
  @field.texts('Hours on Friday', ['19:30-21:00'], { optional: true }) friday?: string[] | null;
  @field.texts('Hours on Saturday', ['09:00-10:30', '11:00-12:30'], { optional: true }) saturday?: string[] | null;
  @field.texts('Hours on Sunday', ['09:00-10:30'], { optional: true }) sunday?: string[] | null;
}

@field.record('A subject of a class in a request; absent fields are null')
class ClassSubjectBody {
  @field.text('Name', 'Matematik', { optional: true, max: 200 }) name: string | null = null;
  @field.text('Teacher; any text (A-226)', TEACHER, { optional: true, max: 200, view: 'Teacher, as sent' }) teacher_id:
    string | null = null;
  @field.number('Hours a week', 4.5, { optional: true, min: 0 }) hours_per_week: number | null = null;
}

@field.record('A subject of a class in a response')
class ClassSubjectView extends ViewType(ClassSubjectBody) {}

/** POST /api/v1/education/classes/. */
export class ClassBody {
  @field.text('Name', 'Tingkatan 4 Sains', { max: 200 }) name!: string;
  @field.text('Level; any text (A-118)', 'Form 4', { optional: true, max: 100, view: 'Level, as sent' }) grade_level?:
    string | null;
  @field.text('Stream; any text (A-209)', 'science', { optional: true, max: 100, view: 'Stream, as sent' }) stream?:
    string | null;
  @textOrNumber('Academic year, kept as sent', 2026, { optional: true, view: 'Academic year, as sent; null if none' })
  academic_year?: number | string | null;
  @field.text('Room', 'B-2-04', { optional: true, max: 100 }) room_number?: string | null;
  @field.count('Seats; null is no limit, 0 admits no student (A-209)', 35, {
    optional: true,
    view: 'Seats; null is no limit',
  })
  capacity?: number | null;
  @field.count(
    'Seats taken, 0 unless given. Those that no enrollment here takes are counted from it; in a change another value corrects them (A-120, A-212)',
    0,
    {
      unset: true,
      view: { description: 'Seats taken: active enrollments, and those that are taken elsewhere (A-212)', example: 28 },
    },
  )
  current_enrollment?: number;
  @field.text('Teacher; any text (A-226)', TEACHER, { optional: true, max: 200, view: 'Teacher, as sent' })
  teacher_id?: string | null;
  @field.text('Assistant teacher; any text', 'guru-lim', {
    optional: true,
    max: 200,
    view: 'Assistant teacher, as sent',
  })
  assistant_teacher_id?: string | null;
  @field.object('Hours of lessons by weekday', scheduleExample, {
    unset: true,
    keys: ScheduleHours,
    view: 'Hours of lessons by weekday, as sent',
  })
  schedule?: Schedule;
  @field.nestedList('Subjects', ClassSubjectBody, { unset: true }) subjects?: ClassSubjectBody[];
  @field.texts('What the class needs', ['projector'], { unset: true }) special_requirements?: string[];
  @field.text('Notes', 'Kelas malam', { optional: true, max: 10_000 }) notes?: string | null;
}

/** PUT /api/v1/education/classes/{class_id}/: the same fields, all optional. */
export class ClassPatch extends PartialType(ClassBody) {}

/** GET /api/v1/education/classes/. */
export class ClassListQuery extends RecordList('name') {
  @param.text('Level, by any of its names (A-342)', 'Form 4') grade_level?: string;
  @param.text('Stream, ignoring case (A-208)', 'science') stream?: string;
  @param.text('Academic year: 2026 finds the number and the text (A-209)', '2026') academic_year?: string;
  @param.text('Teacher, ignoring case (A-208)', TEACHER) teacher_id?: string;
  @param.flag('Whether there is room for another student (A-120)') has_space?: boolean;
}

@field.record('A class')
export class ClassView extends ViewType(ClassBody, { within: { subjects: ClassSubjectView } }) {
  @field.id('Id of the class') id!: string;
  @field.instant('When the class was created (UTC)') created_at!: Date;
  @field.instant('When the class was last changed (UTC)') updated_at!: Date;
}

export const classView = viewOf(SchoolClass, ClassView, { revision: 1 });

@field.record('The schedule of a class')
export class ClassScheduleView extends ViewType(ClassBody, {
  within: { subjects: ClassSubjectView },
  except: ['name', 'grade_level', 'stream', 'capacity', 'current_enrollment', 'special_requirements', 'notes'],
}) {
  @placedBefore('academic_year') @field.id('Id of the class') class_id!: string;
  @placedBefore('academic_year') @field.text('Name of the class', 'Tingkatan 4 Sains') name!: string;
}

export const classScheduleView = viewOf(SchoolClass, ClassScheduleView, {
  revision: 1,
  fields: { class_id: ({ id }) => id },
});

@field.record('A student of a class')
export class ClassStudentView extends StudentView {
  @field.id('Id of the enrollment by which the student is in the class') enrollment_id!: string;
  @field.day('Day of enrollment', '2026-01-12') enrollment_date!: string;
}

export const classStudentView =
  (now: Date) =>
  ({ student, enrollment }: SeatedStudent): ClassStudentView => ({
    ...studentView(now)(student),
    enrollment_id: enrollment.id,
    enrollment_date: enrollment.enrollment_date,
  });

@field.record("A teacher's schedule")
export class TeacherScheduleView {
  @field.text('Teacher, as named in the path', TEACHER, { max: 16_000 }) teacher_id!: string;
  @field.nestedList('Classes in which this is the teacher or the assistant teacher, newest first', ClassScheduleView)
  classes!: ClassScheduleView[];
}

export const teacherScheduleView = plainView<TeacherSchedule, TeacherScheduleView>(TeacherScheduleView, {
  fields: { classes: ({ classes }) => classes.map(classScheduleView) },
});
