import {
  customerSegments,
  customersReport,
  inventoryReport,
  movementsReport,
  salesGroupings,
  salesReport,
  type CustomerSegment,
  type CustomersReportQuery,
  type InventoryReportQuery,
  type MovementsReportQuery,
  type SalesGrouping,
  type SalesReportQuery,
} from '@usaha/retail';
import { choices } from '../../wire/choices.js';
import { param } from '../../wire/param.js';
import { reportFormats, type ReportFormat } from '../../render/report/report-renderer.js';
import { reportView } from '../../render/report/report-view.js';

const FORMAT = 'What it is answered as; json unless given. CSV is UTF-8 with a byte order mark, PDF is A4';

/** GET /api/v1/retail/reports/sales/. */
export class SalesReportParameters {
  @param.day('Sold on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Sold on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.choice('What a row stands for; day unless given. A week is an ISO week, 2026-W11', salesGroupings)
  group_by?: SalesGrouping;
  @param.choice(FORMAT, reportFormats) format?: ReportFormat;
}

/** GET /api/v1/retail/reports/inventory/. */
export class InventoryReportParameters {
  @param.text('Category, whatever the case', 'Beverages') category?: string;
  @param.text('Only what lies at this location, whatever the case', 'Main store') location?: string;
  @param.choice(FORMAT, reportFormats) format?: ReportFormat;
}

/** GET /api/v1/retail/inventory/report/. */
export class MovementsReportParameters {
  @param.text('Category, whatever the case', 'Beverages') category?: string;
  @param.day('First day of the period, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Last day of the period, UTC+8', '2026-03-31') date_to?: string;
  @param.choice('What it is answered as; json unless given', choices('TableReportFormat', ['json', 'csv'])) format?:
    'json' | 'csv';
}

/** GET /api/v1/retail/reports/customers/. */
export class CustomersReportParameters {
  @param.day('Sales of this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Sales of this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.choice('What a row stands for; loyalty_tier unless given', customerSegments) segment_by?: CustomerSegment;
  @param.choice(FORMAT, reportFormats) format?: ReportFormat;
}

export const SalesReportView = reportView('SalesReport', salesReport);
export const InventoryReportView = reportView('InventoryReport', inventoryReport);
export const MovementsReportView = reportView('InventoryMovementsReport', movementsReport);
export const CustomersReportView = reportView('CustomersReport', customersReport);

export const salesQuery = ({ date_from, date_to, group_by }: SalesReportParameters): SalesReportQuery => ({
  date_from,
  date_to,
  grouping: group_by,
});

export const inventoryQuery = ({ category, location }: InventoryReportParameters): InventoryReportQuery => ({
  category,
  location,
});

export const movementsQuery = ({ category, date_from, date_to }: MovementsReportParameters): MovementsReportQuery => ({
  category,
  date_from,
  date_to,
});

export const customersQuery = ({
  date_from,
  date_to,
  segment_by,
}: CustomersReportParameters): CustomersReportQuery => ({
  date_from,
  date_to,
  grouping: segment_by,
});
