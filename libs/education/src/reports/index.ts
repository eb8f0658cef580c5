export {
  attendanceGroupings,
  attendanceReport,
  type AttendanceGrouping,
  type AttendanceReportFilters,
} from './attendance.report.js';
export { performanceReport, type PerformanceReportFilters } from './performance.report.js';
