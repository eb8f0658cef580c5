import { Controller } from '@nestjs/common';
import { appointmentsReport, demographicsReport, revenueReport } from '@usaha/healthcare';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';

@ApiTags('reports')
@OfModule('healthcare')
@Controller('api/v1/healthcare/reports')
export class ReferenceHealthcareReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('patient-demographics', demographicsReport, {
    summary: 'Get the patient demographics report',
    description:
      'Patients by age today, by gender or by state; the period selects patients by the day on which they were created (A-164).',
  })
  demographics(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('appointment-stats', appointmentsReport, {
    summary: 'Get the appointment report',
    description: 'Appointments with any status, by the day for which they are scheduled (A-164).',
  })
  appointments(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('revenue', revenueReport, {
    summary: 'Get the revenue report',
    description:
      'Bills with any status, by the day on which they were created; service type and doctor are those of their appointments. The overdue amount is the balance of the bills that are overdue today (A-164).',
  })
  revenue(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
