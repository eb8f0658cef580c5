export {
  attendanceGroupings,
  attendanceReport,
  type AttendanceGrouping,
  type AttendanceReportFilters,
} from './attendance.report.js';
export { schoolClosingReport } from './daily-closing.report.js';
export { performanceReport, weighted, type PerformanceReportFilters } from './performance.report.js';
export {
  financialGroupings,
  financialReport,
  type FinancialGrouping,
  type FinancialReportQuery,
} from './financial.report.js';
export {
  outstandingGroupings,
  outstandingReport,
  type OutstandingFilters,
  type OutstandingGrouping,
  type OutstandingReportQuery,
} from './outstanding.report.js';
