import { ReportReading, type Context } from '@usaha/shared';
import { customersReport, type CustomersReportQuery } from './customers.report.js';
import { movementsReport, type MovementsReportQuery } from './inventory-movements.report.js';
import { inventoryReport, type InventoryReportQuery } from './inventory.report.js';
import { salesReport, type SalesReportQuery } from './sales.report.js';

/** The reports of retail. Their rows are read in the transaction of the context, which has to last as long. */
export class RetailReportService {
  sales(ctx: Context, query: SalesReportQuery): ReportReading {
    return ReportReading.of(ctx, salesReport, query);
  }

  /** Stock on hand and its value. */
  inventory(ctx: Context, query: InventoryReportQuery): ReportReading {
    return ReportReading.of(ctx, inventoryReport, query);
  }

  /** What came and went, from the ledger. */
  inventoryMovements(ctx: Context, query: MovementsReportQuery): ReportReading {
    return ReportReading.of(ctx, movementsReport, query);
  }

  customers(ctx: Context, query: CustomersReportQuery): ReportReading {
    return ReportReading.of(ctx, customersReport, query);
  }
}
