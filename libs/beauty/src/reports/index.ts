export { inventoryReport, type BeautyInventoryReportQuery } from './inventory.report.js';
