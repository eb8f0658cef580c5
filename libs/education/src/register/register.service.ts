import { Injectable } from '@nestjs/common';
import { Calendar, type Bookings, type Wanted } from '@usaha/core';
import { invalid, malaysianDay, type Context } from '@usaha/shared';
import { Attendance, type AttendanceDetails } from '../attendance/attendance.entity.js';
import { AttendanceRepository } from '../attendance/attendance.repository.js';
import { ClassRepository } from '../class/class.repository.js';
import { messages } from '../grade/grade.messages.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import { ClassRoll } from './class-roll.js';

/** A student's line of a register; what is absent stays as it was. */
export type RegisterLine = Pick<Attendance, 'student_id' | 'status'> &
  Partial<Pick<AttendanceDetails, 'time_in' | 'time_out' | 'remarks'>>;

/** The students of a class, and whether that student was there on a day. */
export interface RegisterEntry {
  student: Pick<Student, 'id' | 'first_name' | 'last_name'>;
  attendance: Attendance | null;
}

/** What a line writes of a record that is there. */
const written = ['status', 'time_in', 'time_out', 'remarks'] as const;

/** Registers of classes wait for each other by class, as bookings do by owner. */
const REGISTER = 'education.register';

/** A day's attendance of a whole class: one record of each student, all of them or none. */
@Injectable()
export class RegisterService {
  constructor(
    private readonly attendance: AttendanceRepository,
    private readonly classes: ClassRepository,
    private readonly students: StudentRepository,
    private readonly roll: ClassRoll,
    private readonly calendar: Calendar,
  ) {}

  /**
   * Records the attendance of students in a class. Of those who have records of that class and day, the latest is changed:
   * a register that is sent twice, also at once, has each student once.
   * @returns the records in the order of the lines
   * @throws not_found for an unknown class, invalid naming the line of an unknown student or of one named twice
   */
  async record(ctx: Context, class_id: string, date: string, lines: readonly RegisterLine[]): Promise<Attendance[]> {
    const [schoolClass, named] = await Promise.all([
      this.classes.get(ctx, class_id),
      this.students.lockAllReferenced(
        ctx,
        lines.map(({ student_id }) => student_id),
      ),
    ]);
    const ids = eachOnce(
      lines.map(({ student_id }, i) => named(fieldOf('records', i), student_id).id),
      'records',
    );
    const latest = await this.latestOf(ctx, schoolClass.id, date, ids);
    const records = lines.map((line, i) => {
      const student_id = ids[i] as string;
      const known = latest.get(student_id);
      const record = known ?? newRecord(ctx, { student_id, class_id: schoolClass.id, date });
      record.describe({ ...line, student_id });
      return record;
    });
    const isKnown = (record: Attendance): boolean => latest.get(record.student_id) === record;
    const changed = records.filter((record) => isKnown(record) && this.attendance.changedFields(record).length > 0);
    await this.attendance.insertMany(
      ctx,
      records.filter((record) => !isKnown(record)),
    );
    this.attendance.updateMany(ctx, changed, written);
    return records;
  }

  /** Everybody with a seat in a class, by name, and the latest record of each of that day. @throws not_found */
  async of(ctx: Context, class_id: string, date: string = malaysianDay(ctx.now)): Promise<RegisterEntry[]> {
    const [, students] = await Promise.all([this.classes.get(ctx, class_id), this.roll.seated(ctx, class_id)]);
    const records = await this.attendance.latestOf(
      ctx,
      class_id,
      date,
      students.map(({ id }) => id),
    );
    const byStudent = new Map(records.map((record) => [record.student_id, record]));
    return students.map((student) => ({ student, attendance: byStudent.get(student.id) ?? null }));
  }

  /** The latest record of each student in a class on a day, locked, when it is this register's turn. */
  private async latestOf(
    ctx: Context,
    class_id: string,
    date: string,
    student_ids: readonly string[],
  ): Promise<Map<string, Attendance>> {
    let found: Attendance[] = [];
    const search: Bookings<Wanted> = {
      clash: async () => {
        found = await this.attendance.latestOf(ctx, class_id, date, student_ids);
        return null;
      },
    };
    await this.calendar.reserve(ctx, [{ owner: { kind: REGISTER, id: class_id }, field: 'records' }], search);
    const held =
      found.length === 0
        ? []
        : await this.attendance.lockAll(
            ctx,
            found.map(({ id }) => id),
          );
    return new Map(held.map((record) => [record.student_id, record]));
  }
}

function newRecord(ctx: Context, details: Pick<Attendance, 'student_id' | 'class_id' | 'date'>): Attendance {
  const record = new Attendance();
  record.describe({ ...details, recorded_by: ctx.actor?.user_id ?? null });
  return record;
}

/** The student of a line, by the name of the field that is at fault. */
export const fieldOf = (lines: string, i: number): string => `${lines}.${i}.student_id`;

/** @throws invalid naming the line in which a student is named again */
export function eachOnce(ids: readonly string[], lines: string): readonly string[] {
  const seen = new Set<string>();
  const again = ids.findIndex((id) => {
    const isKnown = seen.has(id);
    seen.add(id);
    return isKnown;
  });
  if (again >= 0) throw invalid(fieldOf(lines, again), messages.studentTwice());
  return ids;
}
