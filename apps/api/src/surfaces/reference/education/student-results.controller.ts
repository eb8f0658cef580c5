import { Controller, Param, Query } from '@nestjs/common';
import { AcademicRecordService, AttendanceService, ReportCardService, StudentService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Reads } from '../../../wire/route.js';
import {
  AcademicRecordQuery,
  AcademicRecordView,
  academicRecordPage,
  academicRecordView,
} from './academic-record.wire.js';
import { AttendanceSummaryQuery, AttendanceSummaryView } from './attendance.wire.js';
import { ReportCardQuery, ReportCardView, reportCardView } from './report-card.wire.js';

@ApiTags('students')
@OfModule('education')
@Records({ student_id: StudentService })
@Controller('api/v1/education/students')
export class ReferenceStudentResultsController {
  constructor(
    private readonly attendance: AttendanceService,
    private readonly reportCards: ReportCardService,
    private readonly academicRecords: AcademicRecordService,
  ) {}

  @Reads(':student_id/academic-record', AcademicRecordView, {
    summary: "Read a student's academic record",
    description:
      'Enrollments and grades, each newest first and in pages of up to 100; averages cover all grades, totals has the numbers. Reading it is recorded in the audit trail (A-227).',
  })
  async academicRecord(@Ctx() ctx: Context, @Param('student_id') id: string, @Query() query: AcademicRecordQuery) {
    return academicRecordView(await this.academicRecords.of(ctx, id, academicRecordPage(query)));
  }

  @Reads(':student_id/attendance-summary', AttendanceSummaryView, {
    summary: "Read a summary of a student's attendance",
    description: 'Records by status, not days; both dates are included. Excused records count in the total (A-220).',
  })
  summary(@Ctx() ctx: Context, @Param('student_id') id: string, @Query() query: AttendanceSummaryQuery) {
    return this.attendance.summaryOf(ctx, id, { from: query.start_date, to: query.end_date });
  }

  @Reads(':student_id/report-card', ReportCardView, {
    summary: "Read a student's report card",
    description:
      'Grades of a term or of a whole school year with the averages of subjects and of all of them. A term that does not exist has no subjects. Reading it is recorded in the audit trail (A-228, A-229).',
  })
  async reportCard(@Ctx() ctx: Context, @Param('student_id') id: string, @Query() query: ReportCardQuery) {
    return reportCardView(await this.reportCards.ofStudent(ctx, id, query));
  }
}
