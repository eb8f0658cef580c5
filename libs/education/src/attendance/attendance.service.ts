import { Injectable } from '@nestjs/common';
import { isUuid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { ClassRepository } from '../class/class.repository.js';
import { StudentRepository } from '../student/student.repository.js';
import { Attendance, type AttendanceDetails } from './attendance.entity.js';
import { AttendanceRepository, type AttendanceQuery, type Days } from './attendance.repository.js';
import { noAttendance, summaryOf, type AttendanceSummary } from './attendance-summary.js';

/** What may be changed of an attendance; what is absent stays, null clears an optional field. */
export type AttendanceChanges = Partial<AttendanceDetails>;

/** What an attendance is recorded from. */
export type NewAttendance = AttendanceChanges & Pick<Attendance, 'student_id' | 'date' | 'status'>;

/** The attendance of the context's tenant. */
@Injectable()
export class AttendanceService {
  constructor(
    private readonly attendance: AttendanceRepository,
    private readonly students: StudentRepository,
    private readonly classes: ClassRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Attendance> {
    return this.attendance.get(ctx, id);
  }

  list(ctx: Context, query: AttendanceQuery, page: PageRequest): Promise<Page<Attendance>> {
    return this.attendance.list(ctx, query, page);
  }

  /**
   * The student need not be in the class: lessons can be tried. Recorded by the caller unless the body names another person.
   * @throws invalid (unknown student_id or class_id)
   */
  async create(ctx: Context, data: NewAttendance): Promise<Attendance> {
    const { student_id, class_id = null, recorded_by } = data;
    const record = new Attendance();
    record.describe({
      ...data,
      student_id: student_id.toLowerCase(),
      class_id: class_id?.toLowerCase() ?? null,
      recorded_by: recorded_by ?? ctx.actor?.user_id ?? null,
    });
    await this.students.assertExists(ctx, 'student_id', student_id, { lock: true });
    // The class is not locked: its history is kept when it is deleted.
    if (class_id !== null) await this.classes.assertExists(ctx, 'class_id', class_id);
    return this.attendance.insert(ctx, record);
  }

  /**
   * Every field may be changed. Student and class that are sent back are not looked up: they may be deleted by now.
   * @throws not_found, invalid (unknown student_id or class_id), conflict (erased)
   */
  async update(ctx: Context, id: string, changes: AttendanceChanges): Promise<Attendance> {
    const { student_id, class_id } = changes;
    // Locks the student before the record, in the order of an erasure.
    const [student, schoolClass] = await Promise.all([
      student_id === undefined ? null : this.students.lockIfExists(ctx, student_id),
      typeof class_id === 'string' ? this.classes.find(ctx, class_id) : null,
    ]);
    const record = await this.attendance.lock(ctx, id);
    if (student_id !== undefined && !student && student_id.toLowerCase() !== record.student_id)
      this.students.refuseUnknown('student_id');
    if (typeof class_id === 'string' && !schoolClass && class_id.toLowerCase() !== record.class_id)
      this.classes.refuseUnknown('class_id');
    const known = schoolClass?.id ?? (class_id === null ? null : undefined);
    record.describe({ ...changes, student_id: student?.id, class_id: known });
    return this.attendance.save(ctx, record);
  }

  /** How often a student was there. Of days that end before they begin there are none. @throws not_found */
  async summaryOf(ctx: Context, student_id: string, days: Days): Promise<AttendanceSummary> {
    const [student, counts] = await Promise.all([
      this.students.get(ctx, student_id),
      this.attendance.countsOf(ctx, isUuid(student_id) ? [student_id.toLowerCase()] : [], days),
    ]);
    return summaryOf(student.id, counts.get(student.id) ?? noAttendance(), days);
  }
}
