import { Body, Controller, Param, Query } from '@nestjs/common';
import { AssessmentService, ClassRepository, RegisterService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, CreatesMany, ListsWhole } from '../../../wire/route.js';
import { AttendanceView, attendanceView } from './attendance.wire.js';
import {
  AssessmentBody,
  ClassRegisterBody,
  RegisterEntryView,
  RegisterQuery,
  registerEntryView,
} from './class-records.wire.js';
import { GradeView, gradeView } from './grades.wire.js';

@ApiTags('classes')
@OfModule('education')
@Records({ class_id: ClassRepository })
@Controller('api/v1/education/classes')
export class ReferenceClassRecordsController {
  constructor(
    private readonly registers: RegisterService,
    private readonly assessments: AssessmentService,
  ) {}

  @CreatesMany(':class_id/attendance', AttendanceView, {
    summary: "Record a class's attendance on a day",
    description:
      'All lines or none, one for each student. If a student has attendance in this class on that day already, the latest record is changed, so the same register can be sent again.',
  })
  @Addition()
  async register(@Ctx() ctx: Context, @Param('class_id') id: string, @Body() { date, records }: ClassRegisterBody) {
    return (await this.registers.record(ctx, id, date, records)).map(attendanceView);
  }

  @ListsWhole(':class_id/attendance', RegisterEntryView, {
    summary: "Read a class's attendance on a day",
    description: 'Every student with an active enrollment, by name, with the latest record of that day.',
  })
  @Addition()
  async registered(@Ctx() ctx: Context, @Param('class_id') id: string, @Query() { date }: RegisterQuery) {
    return (await this.registers.of(ctx, id, date)).map(registerEntryView);
  }

  @CreatesMany(':class_id/grades', GradeView, {
    summary: 'Record the grades of an assessment of a class',
    description: 'All results or none, one for each student; letters are worked out as for a single grade.',
  })
  @Addition()
  async assess(@Ctx() ctx: Context, @Param('class_id') id: string, @Body() { scores, ...assessment }: AssessmentBody) {
    return (await this.assessments.record(ctx, id, assessment, scores)).map(gradeView);
  }
}
