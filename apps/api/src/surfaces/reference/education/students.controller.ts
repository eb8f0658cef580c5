import { Body, Controller, Param, Query } from '@nestjs/common';
import { StudentService } from '@usaha/education';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { studentTable } from './students.table.js';
import {
  StudentBody,
  StudentBulkBody,
  StudentListQuery,
  StudentPatch,
  StudentView,
  studentView,
} from './students.wire.js';

@ApiTags('students')
@OfModule('education')
@Records({ student_id: StudentService })
@Controller('api/v1/education/students')
export class ReferenceStudentsController {
  constructor(
    private readonly students: StudentService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', StudentView, {
    summary: 'Create a student',
    description:
      'Only the names are required. An IC number must have the right format and match the date of birth; all other findings are reported in ic_verification and never refused (A-117, A-202).',
  })
  async create(@Ctx() ctx: Context, @Body() body: StudentBody) {
    return studentView(ctx.now)(await this.students.create(ctx, body));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('students'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: StudentBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, studentTable, body), language);
  }

  @Lists('', 'students', StudentView, {
    summary: 'List students',
    description: 'Newest first. Texts are compared whole, ignoring case; the religion is found though it is encrypted.',
  })
  async list(@Ctx() ctx: Context, @Query() query: StudentListQuery) {
    return (await this.students.list(ctx, query, pageOf(query))).map(studentView(ctx.now));
  }

  @Reads(':student_id', StudentView, {
    summary: 'Read a student',
    description: 'Recorded in the audit trail with the user who read the student.',
  })
  async get(@Ctx() ctx: Context, @Param('student_id') id: string) {
    return studentView(ctx.now)(await this.students.read(ctx, id));
  }

  @Changes(':student_id', StudentView, {
    summary: 'Change a student',
    description:
      'Absent fields are unchanged. The IC number is validated if it or the date of birth changes (A-18, A-202).',
  })
  async update(@Ctx() ctx: Context, @Param('student_id') id: string, @Body() body: StudentPatch) {
    return studentView(ctx.now)(await this.students.update(ctx, id, body));
  }

  @Deletes(':student_id', DeletedView, {
    summary: 'Delete a student',
    description: 'The records of the student are kept (A-207).',
  })
  async remove(@Ctx() ctx: Context, @Param('student_id') id: string) {
    return deleted(await this.students.remove(ctx, id));
  }

  @Acts(':student_id/restore', StudentView, {
    summary: 'Restore a deleted student',
    description:
      'Enrollments that the deletion ended stay ended. A student that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('student_id') id: string) {
    return studentView(ctx.now)(await this.students.restore(ctx, id));
  }
}
