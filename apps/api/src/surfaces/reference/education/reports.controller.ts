import { Controller } from '@nestjs/common';
import { EducationConfigurations, attendanceReport, performanceReport, weighted } from '@usaha/education';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';

@ApiTags('reports')
@OfModule('education')
@Controller('api/v1/education/reports')
export class ReferenceEducationReportsController {
  constructor(
    private readonly renderer: ReportRenderer,
    private readonly configurations: EducationConfigurations,
  ) {}

  @ReadsReport('student-performance', performanceReport, {
    summary: 'Get the student performance report',
    description:
      "Students with grades, the best first. A student's average is the mean of the averages of the subjects, as on a report card, by the weights of the types of assessments (A-223, A-235, A-363). With class_id: grades that name the class, and those of its students in its subjects.",
  })
  async performance(...[ctx, asked, language]: ReportArguments) {
    const { assessment_weights } = await this.configurations.of(ctx);
    return this.renderer.answer(ctx, weighted(asked, assessment_weights), language);
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
