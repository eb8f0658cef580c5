import { Injectable } from '@nestjs/common';
import { ErasableRepository } from '@usaha/core';
import {
  Database,
  atLeast,
  atMost,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  oneDay,
  where,
  type Context,
  type Filters,
  type ListedDays,
  type Page,
  type PageRequest,
  type Row,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Grade } from './grade.entity.js';
import { gradeEvents } from './grade.events.js';

/** What a list of grades can be narrowed to. Dates are those of the assessments, both included. */
export interface GradeQuery extends ListedDays {
  student_id?: string;
  /** The same text, regardless of case, trimmed. */
  subject_id?: string;
  assessment_type?: string;
  class_id?: string;
}

export const gradeFilters: Filters<GradeQuery> = {
  student_id: equalsId('student_id'),
  subject_id: equalsKey('subject_key'),
  assessment_type: equalsKey('assessment_type_key'),
  class_id: equalsId('class_id'),
  date_from: atLeast('assessment_date'),
  date_to: atMost('assessment_date'),
  date: equals('assessment_date'),
};

declareReferences({ grades_student: 'student_id', grades_class: 'class_id' });

/** The grades of a tenant. They stay when the student is deleted. */
@Injectable()
export class GradeRepository extends ErasableRepository<Grade, GradeQuery> {
  protected readonly person = { noun: nouns.student, field: 'student_id' };

  constructor(database: Database) {
    super(database, Grade, {
      noun: nouns.grade,
      filters: gradeFilters,
      extraColumns: 'r.subject_key',
      events: gradeEvents,
    });
  }

  /** One page, newest first. */
  override list(ctx: Context, query: GradeQuery, page: PageRequest): Promise<Page<Grade>> {
    return super.list(ctx, oneDay(query), page);
  }

  /** All grades of students within days, both included: one round trip. */
  async ofStudents(
    ctx: Context,
    student_ids: readonly string[],
    { from, to }: { from?: string; to?: string },
  ): Promise<Grade[]> {
    const values: unknown[] = [ctx.tenant_id, student_ids];
    const days = { date_from: from, date_to: to };
    const condition = where(gradeFilters, days, [this.mine, 'r.student_id = any($2)'], values);
    const { selected } = this.table;
    const rows = await ctx.db.read(
      `select ${selected}, r.subject_key from education.grades r where ${condition}`,
      values,
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** The day of the newest assessment of any of these students; null without one. */
  async newestDayOf(ctx: Context, student_ids: readonly string[]): Promise<string | null> {
    const [row] = await ctx.db.read(
      `select max(r.assessment_date) from education.grades r where ${this.mine} and r.student_id = any($2)`,
      [ctx.tenant_id, student_ids],
    );
    return (row?.[0] as string | null | undefined) ?? null;
  }

  protected override hydrate(ctx: Context, row: Row): Grade {
    return Object.assign(super.hydrate(ctx, row), { subject_key: row[this.table.width] as string | null });
  }
}
