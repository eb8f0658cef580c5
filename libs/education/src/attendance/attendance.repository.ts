import { Injectable } from '@nestjs/common';
import { ErasableRepository } from '@usaha/core';
import {
  Database,
  atLeast,
  atMost,
  declareReferences,
  equals,
  equalsId,
  oneDay,
  where,
  type Context,
  type Filters,
  type ListedDays,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Attendance, attendanceStatuses, type AttendanceStatus } from './attendance.entity.js';
import { attendanceEvents } from './attendance.events.js';
import { countsByStatus, noAttendance, type AttendanceCounts } from './attendance-summary.js';

/** What a list of attendance can be narrowed to. Dates are those of the attendance, both included. */
export interface AttendanceQuery extends ListedDays {
  student_id?: string;
  class_id?: string;
  status?: AttendanceStatus;
}

/** Days, both included; what is not given is no bound. */
export interface Days {
  from?: string;
  to?: string;
}

const filters: Filters<AttendanceQuery> = {
  student_id: equalsId('student_id'),
  class_id: equalsId('class_id'),
  status: equals('status'),
  date_from: atLeast('date'),
  date_to: atMost('date'),
  date: equals('date'),
};

declareReferences({ attendance_student: 'student_id', attendance_class: 'class_id' });

/** The attendance of a tenant. It stays when student or class are deleted. */
@Injectable()
export class AttendanceRepository extends ErasableRepository<Attendance, AttendanceQuery> {
  protected readonly person = { noun: nouns.student, field: 'student_id' };

  constructor(database: Database) {
    super(database, Attendance, { noun: nouns.attendance, filters, events: attendanceEvents });
  }

  /** One page, newest first. */
  override list(ctx: Context, query: AttendanceQuery, page: PageRequest): Promise<Page<Attendance>> {
    return super.list(ctx, oneDay(query), page);
  }

  /** How often students were there, by student; one without records has zeros. One round trip. */
  async countsOf(
    ctx: Context,
    student_ids: readonly string[],
    { from, to }: Days,
  ): Promise<Map<string, AttendanceCounts>> {
    const values: unknown[] = [ctx.tenant_id, student_ids];
    const condition = where(filters, { date_from: from, date_to: to }, [this.mine, 'r.student_id = any($2)'], values);
    const rows = await ctx.db.read(
      `select r.student_id, ${countsByStatus} from education.attendance r where ${condition} group by r.student_id`,
      values,
    );
    const counted = rows.map(([id, ...counts]) => [id as string, countsFrom(counts as number[])] as const);
    return new Map([...student_ids.map((id) => [id, noAttendance()] as const), ...counted]);
  }

  /** The latest record of each student in a class on a day, of those named. */
  async latestOf(ctx: Context, class_id: string, date: string, student_ids: readonly string[]): Promise<Attendance[]> {
    const rows = await ctx.db.read(
      `select distinct on (r.student_id) ${this.table.selected} from education.attendance r
        where ${this.mine} and r.class_id = $2 and r.date = $3 and r.student_id = any($4) order by r.student_id, r.id desc`,
      [ctx.tenant_id, class_id, date, student_ids],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}

const countsFrom = (counts: readonly number[]): AttendanceCounts =>
  Object.fromEntries(attendanceStatuses.map((status, i) => [status, counts[i] ?? 0])) as AttendanceCounts;
