import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsKey,
  malaysianDay,
  type Context,
  type Filters,
} from '@usaha/shared';
import { areSimultaneous } from '../timetable/academic-years.js';
import { ofLevel } from '../level/level-key.js';
import { nouns } from '../messages.js';
import { SchoolClass } from './school-class.entity.js';
import { classEvents } from './school-class.events.js';

/** Filters of a list of classes; texts are compared trimmed and in any case. */
export interface ClassQuery {
  grade_level?: string;
  stream?: string;
  academic_year?: string;
  teacher_id?: string;
  has_space?: boolean;
}

const filters: Filters<ClassQuery> = {
  grade_level: ofLevel('grade_level_key'),
  stream: equalsKey('stream_key'),
  academic_year: equalsKey('academic_year_key'),
  teacher_id: equalsKey('teacher_key'),
  has_space: equals('has_space'),
};

declareReferences({ classes_tenant: 'tenant_id' });

const bin = { resource: 'education.classes', label: ({ name }: SchoolClass) => name };

/** The classes of a tenant. */
@Injectable()
export class ClassRepository extends Repository<SchoolClass, ClassQuery> {
  constructor(database: Database) {
    super(database, SchoolClass, { noun: nouns.class, filters, events: classEvents, bin });
  }

  /** Those that a teacher leads or assists in, newest first. */
  async ofTeacher(ctx: Context, teacher_id: string): Promise<SchoolClass[]> {
    return this.all(
      ctx,
      `(r.teacher_key = lower(btrim($2)) or r.assistant_key = lower(btrim($2))) order by r.id desc`,
      [teacher_id],
    );
  }

  /** Those with one of these teachers or rooms whose academic year has a year in common. @param keys as `ownerKey` makes them */
  async sharing(ctx: Context, { id, academic_year }: SchoolClass, keys: { teachers: string[]; rooms: string[] }) {
    const found = await this.all(
      ctx,
      `r.id is distinct from $2
       and (r.teacher_key = any($3) or r.assistant_key = any($3) or r.room_key = any($4))`,
      [id, keys.teachers, keys.rooms],
    );
    return simultaneous(ctx, found, academic_year);
  }

  /** Those in which a student has a seat and whose academic year has a year in common. @param except an enrollment that does not count */
  async attendedBy(ctx: Context, student_id: string, { id, academic_year }: SchoolClass, except: string | null) {
    const found = await this.all(
      ctx,
      `r.id <> $2 and r.id in (
         select e.class_id from education.enrollments e
         where e.tenant_id = $1 and e.student_id = $3 and e.status = 'active' and e.deleted_at is null
           and e.id is distinct from $4)`,
      [id, student_id, except],
    );
    return simultaneous(ctx, found, academic_year);
  }

  private async all(ctx: Context, condition: string, values: unknown[]): Promise<SchoolClass[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${this.mine} and ${condition}`,
      [ctx.tenant_id, ...values],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}

/** Those whose academic year has a year in common with another. */
const simultaneous = (
  { now }: Context,
  classes: readonly SchoolClass[],
  academic_year: SchoolClass['academic_year'],
): SchoolClass[] => classes.filter((other) => areSimultaneous(other.academic_year, academic_year, malaysianDay(now)));
