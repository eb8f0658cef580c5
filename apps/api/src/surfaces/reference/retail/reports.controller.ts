import { Controller } from '@nestjs/common';
import {
  customersReport,
  dailyClosingReport,
  inventoryReport,
  movementsReport,
  receivablesReport,
  salesReport,
} from '@usaha/retail';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Addition } from '../../../wire/route.js';

@ApiTags('reports')
@OfModule('retail')
@Controller('api/v1/retail')
export class ReferenceRetailReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('reports/sales', salesReport, {
    summary: 'Get the sales report',
    description:
      'Completed sales net of refunds; a refund counts on the day of its sale. Without dates, all sales are included (A-153, A-163). cost is that of the purchase prices at the time of each sale, uncosted the part of the subtotal whose cost is unknown, and gross_profit = subtotal − uncosted − cost; all three are null to staff and viewers (A-344).',
  })
  sales(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('reports/inventory', inventoryReport, {
    summary: 'Get the inventory report',
    description:
      'Products with their stock and its value at purchase and selling prices, optionally for one location (A-162).',
  })
  inventory(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('inventory/report', movementsReport, {
    summary: 'Get the stock movements report',
    description:
      'Stock movements of each product: opening + in − sold + returned + adjusted = closing. Without dates, all movements are included (A-162).',
  })
  inventoryMovements(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('reports/customers', customersReport, {
    summary: 'Get the customer report',
    description: 'Customers by segment, with their completed sales in the period, net of refunds (A-163).',
  })
  customers(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('reports/receivables', receivablesReport, {
    summary: 'Get the receivables report',
    description: 'What each customer owes of sales on account, by how many days ago these were made (A-345).',
  })
  @Addition()
  receivables(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('reports/daily-closing', dailyClosingReport, {
    summary: 'Get the daily closing',
    description:
      'Per day (UTC+8) and cashier: sales as they were made, by payment method; refunds and cancellations on the day on which they were made and with the user who made them; the rounding of cash to five sen; the cash that should have come in (without what lay in the drawer before); the first and the last invoice number. Later refunds and cancellations change no earlier day (A-184). It goes by the payments: what is owed of sales on account is the row on_account, and a later payment of it stands in account_payments of its day. voided is what voids gave back. takings is the money that came in, less what was given back; expected_cash is that of cash with its rounding (A-345). cancelled is what sales that ceased to be completed had not given back; what is completed again is taken off it. By cashier and by day: float and counted_cash of the latest count of the till, and difference = counted_cash − float − expected_cash; counts 0 means that nothing was counted. A day takes the count of all, otherwise the counts of its cashiers together (A-354).',
  })
  @Addition()
  dailyClosing(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
