import { Controller, Param } from '@nestjs/common';
import { ClassService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Addition, Reads } from '../../../wire/route.js';
import { TeacherScheduleView, teacherScheduleView } from './classes.wire.js';

@ApiTags('classes')
@OfModule('education')
@Records({ teacher_id: notLookedUp('teachers have no records: any text names one, as classes do') })
@Controller('api/v1/education/teachers')
export class ReferenceTeachersController {
  constructor(private readonly classes: ClassService) {}

  @Reads(':teacher_id/schedule', TeacherScheduleView, {
    summary: "Read a teacher's schedule",
    description:
      'Lists the classes in which this is the teacher or the assistant teacher, ignoring case. An unknown teacher has none (A-226).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('teacher_id') teacher_id: string) {
    return teacherScheduleView(await this.classes.scheduleOf(ctx, teacher_id));
  }
}
