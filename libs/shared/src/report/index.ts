export { ageBandOf, ageBands } from './age-bands.js';
export { reportFormats } from './report.js';
export type {
  CarriedFigure,
  DerivedTotal,
  Report,
  ReportChart,
  ReportColumn,
  ReportColumnKind,
  ReportFilter,
  ReportFormat,
  ReportGrouping,
  ReportQuery,
  ReportRow,
  ReportStatement,
  ReportTotals,
  Said,
} from './report.js';
export { ReportReading, type DeclaredReport } from './report-reading.js';
