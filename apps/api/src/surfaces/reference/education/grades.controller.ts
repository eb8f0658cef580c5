import { Body, Controller, Param, Query } from '@nestjs/common';
import { GradeService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { GradeBody, GradeListQuery, GradePatch, GradeView, gradeView } from './grades.wire.js';

@ApiTags('grades')
@OfModule('education')
@Records({ grade_id: GradeService })
@Controller('api/v1/education/grades')
export class ReferenceGradesController {
  constructor(private readonly grades: GradeService) {}

  @Creates('', GradeView, {
    summary: 'Record a grade',
    description:
      "Student, score and max_score are required. If no letter is sent, it is worked out by the scale of the student's level, which stays with the grade (A-222).",
  })
  async create(@Ctx() ctx: Context, @Body() body: GradeBody) {
    return gradeView(await this.grades.create(ctx, body));
  }

  @Lists('', 'grades', GradeView, {
    summary: 'List grades',
    description: 'Most recently recorded first; the dates are those of the assessments (A-24).',
  })
  async list(@Ctx() ctx: Context, @Query() query: GradeListQuery) {
    return (await this.grades.list(ctx, query, pageOf(query))).map(gradeView);
  }

  @Reads(':grade_id', GradeView, { summary: 'Read a grade', description: 'As it is now.' })
  async get(@Ctx() ctx: Context, @Param('grade_id') id: string) {
    return gradeView(await this.grades.get(ctx, id));
  }

  @Changes(':grade_id', GradeView, {
    summary: 'Change a grade',
    description:
      'Absent fields are unchanged. A letter that was worked out follows the score; one that was sent stays, and null has it worked out again (A-224).',
  })
  async update(@Ctx() ctx: Context, @Param('grade_id') id: string, @Body() body: GradePatch) {
    return gradeView(await this.grades.update(ctx, id, body));
  }
}
