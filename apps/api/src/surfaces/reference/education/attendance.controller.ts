import { Body, Controller, Param, Query } from '@nestjs/common';
import { AttendanceService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  AttendanceBody,
  AttendanceListQuery,
  AttendancePatch,
  AttendanceView,
  attendanceView,
} from './attendance.wire.js';

@ApiTags('attendance')
@OfModule('education')
@Records({ attendance_id: AttendanceService })
@Controller('api/v1/education/attendance')
export class ReferenceAttendanceController {
  constructor(private readonly attendance: AttendanceService) {}

  @Creates('', AttendanceView, {
    summary: 'Record attendance',
    description:
      'Student, day and status are required. An unknown student or class is refused; a student may have several records on one day (A-125, A-219).',
  })
  async create(@Ctx() ctx: Context, @Body() body: AttendanceBody) {
    return attendanceView(await this.attendance.create(ctx, body));
  }

  @Lists('', 'attendance', AttendanceView, {
    summary: 'List attendance',
    description: 'Most recently recorded first. Includes deleted students and classes (A-207, A-213).',
  })
  async list(@Ctx() ctx: Context, @Query() query: AttendanceListQuery) {
    return (await this.attendance.list(ctx, query, pageOf(query))).map(attendanceView);
  }

  @Reads(':attendance_id', AttendanceView, { summary: 'Read an attendance record', description: 'As it is now.' })
  async get(@Ctx() ctx: Context, @Param('attendance_id') id: string) {
    return attendanceView(await this.attendance.get(ctx, id));
  }

  @Changes(':attendance_id', AttendanceView, {
    summary: 'Change an attendance record',
    description:
      'Absent fields are unchanged. Student and class are looked up only if they change: they may be deleted by now (A-216).',
  })
  async update(@Ctx() ctx: Context, @Param('attendance_id') id: string, @Body() body: AttendancePatch) {
    return attendanceView(await this.attendance.update(ctx, id, body));
  }
}
