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
export {
  aliasKeySql,
  genderKeySql,
  groupKey,
  groupKeySql,
  spellingOf,
  sqlTable,
  textGroups,
  type Aliases,
  type TextGroups,
} from './text-groups.js';
