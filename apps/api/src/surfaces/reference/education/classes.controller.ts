import { Body, Controller, Param, Query } from '@nestjs/common';
import { ClassService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, ReferencePage, deleted, pageOf } from '../reference.js';
import {
  ClassBody,
  ClassListQuery,
  ClassPatch,
  ClassScheduleView,
  ClassStudentView,
  ClassView,
  classScheduleView,
  classStudentView,
  classView,
} from './classes.wire.js';

@ApiTags('classes')
@OfModule('education')
@Records({ class_id: ClassService })
@Controller('api/v1/education/classes')
export class ReferenceClassesController {
  constructor(private readonly classes: ClassService) {}

  @Creates('', ClassView, {
    summary: 'Create a class',
    description:
      'Only the name is required. Classes may have the same name, teacher, room or time, unless configuration.education.prevent_timetable_clashes is set (A-209).',
  })
  async create(@Ctx() ctx: Context, @Body() body: ClassBody) {
    return classView(await this.classes.create(ctx, body));
  }

  @Lists('', 'classes', ClassView, {
    summary: 'List classes',
    description: 'Newest first. Texts are compared whole, ignoring case.',
  })
  async list(@Ctx() ctx: Context, @Query() query: ClassListQuery) {
    return (await this.classes.list(ctx, query, pageOf(query))).map(classView);
  }

  @Reads(':class_id', ClassView, { summary: 'Read a class', description: 'As it is now.' })
  async get(@Ctx() ctx: Context, @Param('class_id') id: string) {
    return classView(await this.classes.get(ctx, id));
  }

  @Changes(':class_id', ClassView, {
    summary: 'Change a class',
    description:
      'Absent fields are unchanged; schedule and lists are replaced as a whole (A-18). A capacity below the seats taken is accepted: no student is put out (A-212).',
  })
  async update(@Ctx() ctx: Context, @Param('class_id') id: string, @Body() body: ClassPatch) {
    return classView(await this.classes.update(ctx, id, body));
  }

  @Deletes(':class_id', DeletedView, {
    summary: 'Delete a class',
    description: 'Its active enrollments become inactive. Enrollments, attendance and reports keep it (A-213).',
  })
  async remove(@Ctx() ctx: Context, @Param('class_id') id: string) {
    return deleted(await this.classes.remove(ctx, id));
  }

  @Acts(':class_id/restore', ClassView, {
    summary: 'Restore a deleted class',
    description:
      'Enrollments that the deletion ended stay ended; where the business refuses clashes, one with another class is answered with 409. A class that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('class_id') id: string) {
    return classView(await this.classes.restore(ctx, id));
  }

  @Lists(':class_id/students', 'students', ClassStudentView, {
    summary: 'List the students of a class',
    description: 'Students with an active enrollment in it, the newest enrollment first (A-211).',
  })
  async students(@Ctx() ctx: Context, @Param('class_id') id: string, @Query() query: ReferencePage) {
    return (await this.classes.studentsOf(ctx, id, pageOf(query))).map(classStudentView(ctx.now));
  }

  @Reads(':class_id/schedule', ClassScheduleView, {
    summary: 'Read the schedule of a class',
    description: 'Hours of lessons as they were sent, with room, teachers and subjects (A-211).',
  })
  async schedule(@Ctx() ctx: Context, @Param('class_id') id: string) {
    return classScheduleView(await this.classes.get(ctx, id));
  }
}
