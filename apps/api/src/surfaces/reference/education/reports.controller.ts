import { Controller } from '@nestjs/common';
import { attendanceReport, performanceReport } from '@usaha/education';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';

@ApiTags('reports')
@OfModule('education')
@Controller('api/v1/education/reports')
export class ReferenceEducationReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('student-performance', performanceReport, {
    summary: 'Get the student performance report',
    description:
      "Students with grades, the best first. A student's average is the mean of the averages of the subjects, as on a report card (A-223, A-235).",
  })
  performance(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('attendance', attendanceReport, {
    summary: 'Get the attendance report',
    description:
      'Attendance by class, student or level of the student today; the total rate is that of the sums (A-236).',
  })
  attendance(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
