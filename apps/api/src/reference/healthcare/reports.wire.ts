import {
  appointmentsGroupings,
  appointmentsReport,
  demographicsGroupings,
  demographicsReport,
  revenueGroupings,
  revenueReport,
  type AppointmentsGrouping,
  type DemographicsGrouping,
  type RevenueGrouping,
} from '@usaha/healthcare';
import { param } from '../../wire/param.js';
import { reportFormats, type ReportFormat } from '../../render/report/report-renderer.js';
import { reportView } from '../../render/report/report-view.js';

const FORMAT = 'What it is answered as; json unless given. CSV is UTF-8 with a byte order mark, PDF is A4';

/** GET /api/v1/healthcare/reports/patient-demographics/. */
export class DemographicsReportParameters {
  @param.choice('What a row stands for; age_group unless given', demographicsGroupings)
  group_by?: DemographicsGrouping;
  @param.day('Patients who were entered on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Patients who were entered on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.choice(FORMAT, reportFormats) format?: ReportFormat;
}

/** GET /api/v1/healthcare/reports/appointment-stats/. */
export class AppointmentsReportParameters {
  @param.day('Appointments of this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Appointments of this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.choice('What a row stands for; status unless given', appointmentsGroupings) group_by?: AppointmentsGrouping;
  @param.choice(FORMAT, reportFormats) format?: ReportFormat;
}

/** GET /api/v1/healthcare/reports/revenue/. */
export class RevenueReportParameters {
  @param.day('Bills that were made on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Bills that were made on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.choice('What a row stands for; payment_method unless given', revenueGroupings) group_by?: RevenueGrouping;
  @param.choice(FORMAT, reportFormats) format?: ReportFormat;
}

export const DemographicsReportView = reportView('PatientDemographicsReport', demographicsReport);
export const AppointmentsReportView = reportView('AppointmentStatsReport', appointmentsReport);
export const RevenueReportView = reportView('RevenueReport', revenueReport);

interface Asked<G extends string> {
  date_from?: string;
  date_to?: string;
  group_by?: G;
}

/** What the parameters of every report here ask for. */
export const reportQuery = <G extends string>({ date_from, date_to, group_by }: Asked<G>) => ({
  date_from,
  date_to,
  grouping: group_by,
});
