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
  Words,
} from './report.js';
export { ReportReading, type DeclaredReport } from './report-reading.js';
