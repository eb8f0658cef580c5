import { ReportReading, type Context } from '@usaha/shared';
import { appointmentsReport, type AppointmentsReportQuery } from './appointments.report.js';
import { demographicsReport, type DemographicsReportQuery } from './demographics.report.js';
import { revenueReport, type RevenueReportQuery } from './revenue.report.js';

/** The reports of healthcare. Their rows are read in the transaction of the context, which has to last as long. */
export class HealthcareReportService {
  demographics(ctx: Context, query: DemographicsReportQuery): ReportReading {
    return ReportReading.of(ctx, demographicsReport, query);
  }

  appointments(ctx: Context, query: AppointmentsReportQuery): ReportReading {
    return ReportReading.of(ctx, appointmentsReport, query);
  }

  revenue(ctx: Context, query: RevenueReportQuery): ReportReading {
    return ReportReading.of(ctx, revenueReport, query);
  }
}
