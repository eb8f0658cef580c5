export {
  customerSegments,
  customersReport,
  type CustomersReportQuery,
  type CustomerSegment,
} from './customers.report.js';
export {
  closingGroupings,
  dailyClosingReport,
  type ClosingGrouping,
  type ClosingReportQuery,
} from './daily-closing.report.js';
export { movementsReport, type MovementsReportQuery } from './inventory-movements.report.js';
export { inventoryReport, type InventoryReportQuery } from './inventory.report.js';
export { receivablesReport, type ReceivablesReportQuery } from './receivables.report.js';
export { salesGroupings, salesReport, type SalesGrouping, type SalesReportQuery } from './sales.report.js';
