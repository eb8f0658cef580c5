export type {
  Report,
  ReportChart,
  ReportColumn,
  ReportColumnKind,
  ReportFilter,
  ReportGrouping,
  ReportQuery,
  ReportRow,
  ReportStatement,
  ReportTotals,
} from './report.js';
export { ReportReading, type DeclaredReport } from './report-reading.js';
