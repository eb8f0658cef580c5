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
import { asked } from '../../wire/asked.js';
import { reportFormats, type ReportFormat } from '../../wire/report/report-renderer.js';
import { reportView } from '../../wire/report/report-view.js';

const FORMAT = 'What it is answered as; json unless given. CSV is UTF-8 with a byte order mark, PDF is A4';

/** GET /api/v1/healthcare/reports/patient-demographics/. */
export class DemographicsReportParameters {
  @asked.choice('What a row stands for; age_group unless given', demographicsGroupings)
  group_by?: DemographicsGrouping;
  @asked.day('Patients who were entered on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @asked.day('Patients who were entered on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @asked.choice(FORMAT, reportFormats) format?: ReportFormat;
}

/** GET /api/v1/healthcare/reports/appointment-stats/. */
export class AppointmentsReportParameters {
  @asked.day('Appointments of this day or later, UTC+8', '2026-03-01') date_from?: string;
  @asked.day('Appointments of this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @asked.choice('What a row stands for; status unless given', appointmentsGroupings) group_by?: AppointmentsGrouping;
  @asked.choice(FORMAT, reportFormats) format?: ReportFormat;
}

/** GET /api/v1/healthcare/reports/revenue/. */
export class RevenueReportParameters {
  @asked.day('Bills that were made on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @asked.day('Bills that were made on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @asked.choice('What a row stands for; payment_method unless given', revenueGroupings) group_by?: RevenueGrouping;
  @asked.choice(FORMAT, reportFormats) format?: ReportFormat;
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
