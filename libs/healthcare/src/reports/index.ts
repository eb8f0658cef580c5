export {
  appointmentsGroupings,
  appointmentsReport,
  type AppointmentsGrouping,
  type AppointmentsReportQuery,
} from './appointments.report.js';
export { clinicClosingReport } from './daily-closing.report.js';
export {
  demographicsGroupings,
  demographicsReport,
  type DemographicsGrouping,
  type DemographicsReportQuery,
} from './demographics.report.js';
export { revenueGroupings, revenueReport, type RevenueGrouping, type RevenueReportQuery } from './revenue.report.js';
