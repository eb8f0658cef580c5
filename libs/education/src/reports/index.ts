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
