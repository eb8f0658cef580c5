import { Entity } from 'typeorm';
import { ErasableRecord } from '@usaha/core';
import { columns, assignDefined } from '@usaha/shared';

export const attendanceStatuses = ['present', 'absent', 'late', 'excused'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** What may be said of an attendance: everything, and it follows no rule. */
const details = [
  'student_id',
  'class_id',
  'date',
  'status',
  'time_in',
  'time_out',
  'remarks',
  'recorded_by',
] as const satisfies (keyof Attendance)[];
export type AttendanceDetails = Pick<Attendance, (typeof details)[number]>;

/** That a student was there, or was not. A student may have several on a day: one for each lesson. */
@Entity({ schema: 'education', name: 'attendance' })
export class Attendance extends ErasableRecord {
  @columns.uuid() student_id!: string;
  @columns.uuid({ nullable: true }) class_id: string | null = null;
  /** YYYY-MM-DD; holidays and days to come too. */
  @columns.day() date!: string;
  @columns.choice(attendanceStatuses) status!: AttendanceStatus;
  /** HH:MM:SS; it may be later than time_out. */
  @columns.text({ nullable: true }) time_in: string | null = null;
  @columns.text({ nullable: true }) time_out: string | null = null;
  @columns.sealed() remarks!: string | null;
  /** A teacher's id, or any text. */
  @columns.text({ nullable: true }) recorded_by: string | null = null;

  /** Absent fields stay. */
  describe(changes: Partial<AttendanceDetails>): void {
    assignDefined(this, changes, details);
  }
}
