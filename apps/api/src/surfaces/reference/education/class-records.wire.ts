import type { AttendanceStatus, RegisterEntry } from '@usaha/education';
import { MAX_MONEY } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { AttendanceView, attendanceView, statuses } from './attendance.wire.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const LONG = 10_000;

@field.record('A line of a register: one student')
export class RegisterLineBody {
  @field.text('Id of the student', STUDENT) student_id!: string;
  @field.choice('Whether the student was there', statuses) status!: AttendanceStatus;
  @field.time('When the student came (UTC+8)', '07:25:00', { optional: true }) time_in?: string | null;
  @field.time('When the student left (UTC+8)', '13:30:00', { optional: true }) time_out?: string | null;
  @field.text('Remarks; stored encrypted', 'Demam', { optional: true, max: LONG }) remarks?: string | null;
}

/** POST /api/v1/education/classes/{class_id}/attendance/. */
export class ClassRegisterBody {
  @field.day('Day of the register', '2026-03-10') date!: string;
  @field.nestedList('One line for each student', RegisterLineBody, { min: 1 }) records!: RegisterLineBody[];
}

/** GET /api/v1/education/classes/{class_id}/attendance/. */
export class RegisterQuery {
  @param.day('Day of the register; default: today (UTC+8)', '2026-03-10') date?: string;
}

@field.record('A student in the register of a day')
export class RegisterEntryView {
  @field.id('Id of the student', STUDENT) student_id!: string;
  @field.text('Given name', 'Aisyah') first_name!: string;
  @field.text('Family name', 'Rahman') last_name!: string;
  @field.nested('Latest attendance in this class on that day; null if none is recorded', AttendanceView, {
    nullable: true,
  })
  attendance!: AttendanceView | null;
}

export const registerEntryView = ({ student, attendance }: RegisterEntry): RegisterEntryView => ({
  student_id: student.id,
  first_name: student.first_name,
  last_name: student.last_name,
  attendance: attendance && attendanceView(attendance),
});

@field.record('The result of one student')
export class ScoreBody {
  @field.text('Id of the student', STUDENT) student_id!: string;
  @field.number('Score; more than two decimals are rounded. Required unless the student was absent', 80, {
    min: 0,
    max: MAX_MONEY,
    optional: true,
  })
  score?: number | null;
  @field.flag('The student did not sit it, as the grade TH says (A-363)', false, { unset: true }) absent?: boolean;
  @field.text("Letter, as it is; if absent, worked out by the scale of the student's level (A-222)", 'A', {
    optional: true,
    max: 100,
  })
  grade?: string | null;
  @field.text('Remarks; stored encrypted', 'Semakin baik', { optional: true, max: LONG }) remarks?: string | null;
}

/** POST /api/v1/education/classes/{class_id}/grades/. */
export class AssessmentBody {
  @field.text('Subject: any text (A-225)', 'Mathematics', { optional: true, max: 200 }) subject_id?: string | null;
  @field.text('Type of the assessment; any text', 'exam', { optional: true, max: 200 }) assessment_type?: string | null;
  @field.text('Name of the assessment', 'Peperiksaan Pertengahan Tahun', { optional: true }) assessment_name?:
    string | null;
  @field.number('Highest possible score, above 0', 100, { min: 0, max: MAX_MONEY }) max_score!: number;
  @field.day('Day of the assessment; default: today (UTC+8)', '2026-05-20', { optional: true }) assessment_date?:
    string | null;
  @field.nestedList('One result for each student', ScoreBody, { min: 1 }) scores!: ScoreBody[];
}
