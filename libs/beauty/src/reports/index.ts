export { clientsGroupings, clientsReport, type ClientsGrouping, type ClientsReportQuery } from './clients.report.js';
export {
  commissionsGroupings,
  commissionsReport,
  type CommissionsGrouping,
  type CommissionsReportQuery,
} from './commissions.report.js';
export { inventoryReport, type BeautyInventoryReportQuery } from './inventory.report.js';
export {
  beautySalesGroupings,
  beautySalesReport,
  type BeautySalesGrouping,
  type BeautySalesReportQuery,
} from './sales.report.js';
export { staffPerformanceReport, type StaffReportFilters } from './staff-performance.report.js';
export { salonClosingReport } from './daily-closing.report.js';
