import { Injectable } from '@nestjs/common';
import { isUuid, type Context } from '@usaha/shared';
import type { Enrollment } from '../enrollment/enrollment.entity.js';
import type { Student } from '../student/student.entity.js';

/** A student as a roll names one. */
export type Named = Pick<Student, 'id' | 'first_name' | 'last_name'>;

/** A class in which a student is or was, as a report card names it. */
export interface AttendedClass {
  student_id: string;
  class_id: string;
  name: string;
  teacher_id: string | null;
}

type Status = Enrollment['status'];

/** The students of classes, by their enrollments. */
@Injectable()
export class ClassRoll {
  /** The students with a seat in a class, by name. */
  async seated(ctx: Context, class_id: string): Promise<Named[]> {
    if (!isUuid(class_id)) return [];
    const rows = await ctx.db.read(
      `select s.id, s.first_name, s.last_name from education.enrollments r
         join education.students s on s.tenant_id = $1 and s.id = r.student_id and s.deleted_at is null
        where r.tenant_id = $1 and r.class_id = $2 and r.status = 'active' and r.deleted_at is null
        order by lower(s.first_name || ' ' || s.last_name), s.id`,
      [ctx.tenant_id, class_id],
    );
    return rows.map(([id, first_name, last_name]) => ({ id, first_name, last_name }) as Named);
  }

  /** The classes that students are in or have finished, those enrolled in last first; each class once a student. */
  async attendedBy(ctx: Context, student_ids: readonly string[]): Promise<AttendedClass[]> {
    const attended: Status[] = ['active', 'graduated'];
    const rows = await ctx.db.read(
      `select r.student_id, r.class_id, c.name, c.teacher_id from education.enrollments r
         join education.classes c on c.tenant_id = $1 and c.id = r.class_id
        where r.tenant_id = $1 and r.student_id = any($2) and r.status = any($3) and r.deleted_at is null
        group by r.student_id, r.class_id, c.name, c.teacher_id order by max(r.id::text) desc`,
      [ctx.tenant_id, student_ids, attended],
    );
    return rows.map(
      ([student_id, class_id, name, teacher_id]) => ({ student_id, class_id, name, teacher_id }) as AttendedClass,
    );
  }
}
