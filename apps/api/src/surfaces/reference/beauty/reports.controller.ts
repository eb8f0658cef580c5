import { Controller } from '@nestjs/common';
import { beautySalesReport, clientsReport, commissionsReport, staffPerformanceReport } from '@usaha/beauty';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Addition } from '../../../wire/route.js';

@ApiTags('reports')
@OfModule('beauty')
@Controller('api/v1/beauty/reports')
export class ReferenceBeautyReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('sales', beautySalesReport, {
    summary: 'Get the sales report of beauty',
    description:
      'Completed appointments on their day, less what was given back, by day, service, member of staff or client. Collected amounts belong to an appointment, and so are null by service and staff; the totals have it (A-268).',
  })
  sales(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('clients', clientsReport, {
    summary: 'Get the client report',
    description:
      'All clients by membership level, frequency, or gender and age, with those new in the period and their completed appointments in it. Visits of deleted clients are a separate row (A-268).',
  })
  clients(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('staff-performance', staffPerformanceReport, {
    summary: 'Get the staff performance report',
    description:
      'What each member of staff with a service in the period did: completed appointments, their services, minutes and what they brought, and how many were cancelled or missed. The commission is null to staff and viewers (A-269).',
  })
  staffPerformance(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('commissions', commissionsReport, {
    summary: 'Get the commission report',
    description:
      'For the payroll: what each service of a completed appointment brought, its tax, and the rate and commission of its member of staff; or their sums by member. For administrators and managers (A-272).',
  })
  @Needs('beauty_commissions.read')
  @Addition()
  commissions(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
