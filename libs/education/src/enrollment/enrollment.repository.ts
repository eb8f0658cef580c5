import { Injectable } from '@nestjs/common';
import { ErasableRepository } from '@usaha/core';
import {
  Database,
  atLeast,
  atMost,
  declareReferences,
  declareUnique,
  equals,
  equalsId,
  isUuid,
  type Context,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Enrollment, type EnrollmentStatus, type EnrollmentType } from './enrollment.entity.js';
import { enrollmentEvents } from './enrollment.events.js';

/** What a list of enrollments can be narrowed to. Dates are of `enrollment_date`, both included. */
export interface EnrollmentQuery {
  student_id?: string;
  class_id?: string;
  enrollment_type?: EnrollmentType;
  status?: EnrollmentStatus;
  date_from?: string;
  date_to?: string;
}

const filters: Filters<EnrollmentQuery> = {
  student_id: equalsId('student_id'),
  class_id: equalsId('class_id'),
  enrollment_type: equals('enrollment_type'),
  status: equals('status'),
  date_from: atLeast('enrollment_date'),
  date_to: atMost('enrollment_date'),
};

declareReferences({ enrollments_student: 'student_id', enrollments_class: 'class_id' });
declareUnique({ enrollments_active: 'student_id' });

const ACTIVE = "r.status = 'active'";

/** The enrollments of a tenant. They stay when their student or class is deleted. */
@Injectable()
export class EnrollmentRepository extends ErasableRepository<Enrollment, EnrollmentQuery> {
  protected readonly person = { noun: nouns.student, field: 'student_id' };

  constructor(database: Database) {
    super(database, Enrollment, { noun: nouns.enrollment, filters, events: enrollmentEvents });
  }

  /** Whether an enrollment of a student names a file in its documents. @param of the student, or one of the student's enrollments */
  async citesFile(
    ctx: Context,
    of: { student_id: string } | { enrollment_id: string },
    file_id: string,
  ): Promise<boolean> {
    const isStudent = 'student_id' in of;
    const enrolled = `(select x.student_id from ${this.table.path} x where x.tenant_id = $1 and x.id = $2)`;
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where ${this.mine} and r.student_id = ${isStudent ? '$2' : enrolled}
          and lower(r.documents::text)::jsonb @> jsonb_build_array(jsonb_build_object('file_id', $3::text)) limit 1`,
      [ctx.tenant_id, isStudent ? of.student_id : of.enrollment_id, file_id],
    );
    return rows.length > 0;
  }

  /** The classes in which a student has a seat. */
  async classesOf(ctx: Context, student_id: string): Promise<string[]> {
    if (!isUuid(student_id)) return [];
    const rows = await ctx.db.read(
      `select r.class_id from ${this.table.path} r where ${this.mine} and r.student_id = $2 and ${ACTIVE}`,
      [ctx.tenant_id, student_id],
    );
    return rows.map(([class_id]) => class_id as string);
  }

  /** Whether a student has a seat in a class. @param except an enrollment that is not in its own way */
  async isSeated(ctx: Context, student_id: string, class_id: string, except: string | null): Promise<boolean> {
    if (!isUuid(student_id) || !isUuid(class_id)) return false;
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
       where ${this.mine} and r.student_id = $2 and r.class_id = $3 and ${ACTIVE} and r.id is distinct from $4`,
      [ctx.tenant_id, student_id, class_id, except],
    );
    return rows.length > 0;
  }

  /**
   * Since when students have been there: the first day of the enrollments that are active, or ended on a day or later. A move into
   * another class is no new beginning.
   * @param from YYYY-MM-DD
   */
  async joinedOn(ctx: Context, student_ids: readonly string[], from: string): Promise<Map<string, string>> {
    const rows = await ctx.db.read(
      `select r.student_id, min(r.enrollment_date) from ${this.table.path} r
        where ${this.mine} and r.student_id = any($2)
          and (${ACTIVE} or exists (select from education.withdrawals w
                                     where w.tenant_id = $1 and w.enrollment_id = r.id and w.withdrawal_date >= $3))
        group by r.student_id`,
      [ctx.tenant_id, student_ids, from],
    );
    return new Map(rows as [string, string][]);
  }

  /** Locks the active enrollments of a student or class, in the order of their ids. */
  async lockActive(ctx: Context, of: 'student_id' | 'class_id', id: string): Promise<Enrollment[]> {
    const rows = await ctx.db.read(
      `select r.id from ${this.table.path} r where ${this.mine} and r.${of} = $2 and ${ACTIVE}`,
      [ctx.tenant_id, id],
    );
    return this.lockAll(
      ctx,
      rows.map(([found]) => found as string),
    );
  }

  /** Enqueues the end of locked enrollments: their seats are free. */
  end(ctx: Context, active: readonly Enrollment[]): void {
    for (const enrollment of active) enrollment.setStatus('inactive');
    this.updateMany(ctx, active, ['status'], 'end');
  }
}
