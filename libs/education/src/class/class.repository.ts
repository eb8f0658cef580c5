import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, equals, equalsKey, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import { SchoolClass } from './school-class.entity.js';

/** Filters of a list of classes; texts are compared trimmed and in any case. */
export interface ClassQuery {
  grade_level?: string;
  stream?: string;
  academic_year?: string;
  teacher_id?: string;
  has_space?: boolean;
}

const filters: Filters<ClassQuery> = {
  grade_level: equalsKey('grade_level_key'),
  stream: equalsKey('stream_key'),
  academic_year: equalsKey('academic_year_key'),
  teacher_id: equalsKey('teacher_key'),
  has_space: equals('has_space'),
};

declareReferences({ classes_tenant: 'tenant_id' });

/** The classes of a tenant. */
@Injectable()
export class ClassRepository extends Repository<SchoolClass, ClassQuery> {
  constructor(database: Database) {
    super(database, SchoolClass, { noun: nouns.class, filters });
  }

  /** Those that a teacher leads or assists in, newest first. */
  async ofTeacher(ctx: Context, teacher_id: string): Promise<SchoolClass[]> {
    return this.all(
      ctx,
      `(r.teacher_key = lower(btrim($2)) or r.assistant_key = lower(btrim($2))) order by r.id desc`,
      [teacher_id],
    );
  }

  /** Those of the same academic year with one of these teachers or rooms. @param keys as `ownerKey` makes them */
  sharing(ctx: Context, { id, academic_year }: SchoolClass, keys: { teachers: string[]; rooms: string[] }) {
    return this.all(
      ctx,
      `${ofYear('$2')} and r.id is distinct from $3
       and (r.teacher_key = any($4) or r.assistant_key = any($4) or r.room_key = any($5))`,
      [JSON.stringify(academic_year), id, keys.teachers, keys.rooms],
    );
  }

  /** Those of the same academic year in which a student has a seat. @param except an enrollment that does not count */
  attendedBy(ctx: Context, student_id: string, { id, academic_year }: SchoolClass, except: string | null) {
    return this.all(
      ctx,
      `${ofYear('$2')} and r.id <> $3 and r.id in (
         select e.class_id from education.enrollments e
         where e.tenant_id = $1 and e.student_id = $4 and e.status = 'active' and e.deleted_at is null
           and e.id is distinct from $5)`,
      [JSON.stringify(academic_year), id, student_id, except],
    );
  }

  private async all(ctx: Context, condition: string, values: unknown[]): Promise<SchoolClass[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where ${this.mine} and ${condition}`,
      [ctx.tenant_id, ...values],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}

/** Of the academic year that a JSON value says, as filters compare it; without one, those without one. */
const ofYear = (json: string): string =>
  `r.academic_year_key is not distinct from lower(btrim(${json}::jsonb #>> '{}'))`;
