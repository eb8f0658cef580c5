export {
  codCollectionsReport,
  collectionsGroupings,
  type CollectionsFilters,
  type CollectionsGrouping,
  type CollectionsReportQuery,
} from './cod-collections.report.js';
export { codPayoutsReport, type PayoutsFilters } from './cod-payouts.report.js';
export { driverPerformanceReport, type DriverReportFilters } from './driver-performance.report.js';
export { routeEfficiencyReport, type RouteReportFilters } from './route-efficiency.report.js';
export {
  shipmentsGroupings,
  shipmentsReport,
  type ShipmentsGrouping,
  type ShipmentsReportQuery,
} from './shipments.report.js';
export { vehiclePerformanceReport, type VehicleReportFilters } from './vehicle-performance.report.js';
