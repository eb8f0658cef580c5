import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { Student } from '../student/student.entity.js';

/** The order of the students of households. */
@Injectable()
export class Siblings {
  /**
   * Those of some students who are not the first of their household: the first, in the order of the household's list and of
   * those who are not deleted, pays in full.
   */
  async laterOnes(ctx: Context, students: readonly Pick<Student, 'household_id'>[]): Promise<Set<string>> {
    const households = [...new Set(students.flatMap(({ household_id }) => household_id ?? []))];
    if (households.length === 0) return new Set();
    const rows = await ctx.db.read(
      `select o.id
         from (select s.id, row_number() over (partition by s.household_id order by s.household_position, s.id) as place
                 from education.students s
                where s.tenant_id = $1 and s.household_id = any($2) and s.deleted_at is null) o
        where o.place > 1`,
      [ctx.tenant_id, households],
    );
    return new Set(rows.map(([id]) => id as string));
  }
}
