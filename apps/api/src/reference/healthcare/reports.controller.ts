import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { appointmentsReport, demographicsReport, revenueReport } from '@usaha/healthcare';
import { ReadsReport, type ReportArguments } from '../../render/report/reads-report.js';
import { ReportRenderer } from '../../render/report/report-renderer.js';
import { OfModule } from '../../wire/permissions.js';

@ApiTags('reports')
@OfModule('healthcare')
@Controller('api/v1/healthcare/reports')
export class ReferenceHealthcareReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('patient-demographics', demographicsReport, {
    summary: 'Report patients',
    description:
      'Patients by the age that they have today, by gender or by state; the period is that in which they were entered (A-164).',
  })
  demographics(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('appointment-stats', appointmentsReport, {
    summary: 'Report appointments',
    description: 'Appointments by the day for which they are scheduled, whatever became of them (A-164).',
  })
  appointments(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('revenue', revenueReport, {
    summary: 'Report revenue',
    description:
      'Bills by the day on which they were made, whatever their status; type of service and doctor are those of their appointments (A-164). What is overdue is what remains of bills that read so today.',
  })
  revenue(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
