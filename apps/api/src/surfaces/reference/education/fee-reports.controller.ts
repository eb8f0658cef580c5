import { Controller } from '@nestjs/common';
import { financialReport, outstandingReport } from '@usaha/education';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Addition } from '../../../wire/route.js';

@ApiTags('reports')
@OfModule('education')
@Controller('api/v1/education/reports')
export class ReferenceFeeReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('financial', financialReport, {
    summary: 'Get the financial report',
    description:
      'Payments in MYR by type of fee; refunds of withdrawals; or both by month. A void is taken off on its own day (A-361): revenue = received − voided. The totals are those of the period, for every report_type (A-234).',
  })
  financial(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('outstanding', outstandingReport, {
    summary: 'Get the outstanding fees report',
    description:
      'Invoices in MYR that are not paid yet, by student, fee or level, the longest overdue first; the period selects them by the due date.',
  })
  @Addition()
  outstanding(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
