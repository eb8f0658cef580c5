import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { customersReport, inventoryReport, movementsReport, salesReport } from '@usaha/retail';
import { ReadsReport, type ReportArguments } from '../../render/report/reads-report.js';
import { ReportRenderer } from '../../render/report/report-renderer.js';
import { OfModule } from '../../wire/permissions.js';

@ApiTags('reports')
@OfModule('retail')
@Controller('api/v1/retail')
export class ReferenceRetailReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('reports/sales', salesReport, {
    summary: 'Report sales',
    description:
      'Completed sales net of what was given back, which counts on the day of its sale (A-153, A-163). All sales without dates.',
  })
  sales(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('reports/inventory', inventoryReport, {
    summary: 'Report stock on hand',
    description:
      'Products with their stock, and what it is worth at purchase and at selling prices; of a location, what lies there (A-162).',
  })
  inventory(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('inventory/report', movementsReport, {
    summary: 'Report stock movements',
    description:
      'What came and went of each product, from the ledger: opening + in − sold + returned + adjusted = closing (A-162). Without dates, all of it.',
  })
  inventoryMovements(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('reports/customers', customersReport, {
    summary: 'Report customers',
    description: 'Customers by segment, with their completed sales in the period, net of what was given back (A-163).',
  })
  customers(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
