import { Attendance, attendanceStatuses, type AttendanceStatus } from '@usaha/education';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const CLASS = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';
const LONG = 10_000;

export const statuses = choices('AttendanceStatus', attendanceStatuses);

/** POST /api/v1/education/attendance/. */
export class AttendanceBody {
  @field.reference('Id of the student, who need not be enrolled in the class', STUDENT, {
    max: MAX_TEXT,
    view: 'Id of the student',
  })
  student_id!: string;
  @field.reference('Id of the class', CLASS, { optional: true, max: MAX_TEXT }) class_id?: string | null;
  @field.day('Day, also a holiday or a day to come', '2026-03-10', { view: 'Day' }) date!: string;
  @field.choice('Whether the student was there', statuses) status!: AttendanceStatus;
  @field.time('When the student came (UTC+8)', '07:25:00', { optional: true }) time_in?: string | null;
  @field.time('When the student left (UTC+8)', '13:30:00', { optional: true }) time_out?: string | null;
  @field.text('Remarks; stored encrypted', 'Demam', { optional: true, max: LONG, view: 'Remarks' }) remarks?:
    string | null;
  @field.text('Person who recorded it: any text (A-155); default: the id of the caller', 'cikgu-lim', {
    optional: true,
    max: 200,
    view: 'Person who recorded it, as sent',
  })
  recorded_by?: string | null;
}

/** PUT /api/v1/education/attendance/{attendance_id}/: the same fields, all optional. */
export class AttendancePatch extends PartialType(AttendanceBody) {}

/** GET /api/v1/education/attendance/. */
export class AttendanceListQuery extends RecordList('date') {
  @param.text('Id of the student', STUDENT) student_id?: string;
  @param.text('Id of the class', CLASS) class_id?: string;
  @param.day('Attendance on this day or later', '2026-03-01') date_from?: string;
  @param.day('Attendance on this day or earlier', '2026-03-31') date_to?: string;
  @param.choice('Status', statuses) status?: AttendanceStatus;
}

@field.record('Attendance of a student')
export class AttendanceView extends ViewType(AttendanceBody) {
  @field.id('Id of the attendance') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @field.instant('When it was recorded (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const attendanceView = viewOf(Attendance, AttendanceView, { revision: 1, personal: ['remarks'] });

/** GET /api/v1/education/students/{student_id}/attendance-summary/. */
export class AttendanceSummaryQuery {
  @param.day('Attendance on this day or later', '2026-01-01') start_date?: string;
  @param.day('Attendance on this day or earlier', '2026-06-30') end_date?: string;
}

@field.record('How often a student was there; records, not days')
export class AttendanceSummaryView {
  @field.id('Id of the student', STUDENT) student_id!: string;
  @field.day('First day, as requested', '2026-01-01', { nullable: true }) start_date!: string | null;
  @field.day('Last day, as requested', '2026-06-30', { nullable: true }) end_date!: string | null;
  @field.count('Records', 100) total!: number;
  @field.count('Present', 92) present!: number;
  @field.count('Absent', 3) absent!: number;
  @field.count('Late', 4) late!: number;
  @field.count('Excused', 1) excused!: number;
  @field.number('(present + late) / total × 100, rounded to two decimals; 0 without records (A-125)', 96)
  attendance_rate!: number;
}
