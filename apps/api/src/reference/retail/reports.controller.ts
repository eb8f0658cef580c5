import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RetailReportService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ReadIn } from '../../wire/language.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { ReportRenderer } from '../../render/report/report-renderer.js';
import { AlsoAs, Reads } from '../../wire/route.js';
import {
  CustomersReportParameters,
  CustomersReportView,
  InventoryReportParameters,
  InventoryReportView,
  MovementsReportParameters,
  MovementsReportView,
  SalesReportParameters,
  SalesReportView,
  customersQuery,
  inventoryQuery,
  movementsQuery,
  salesQuery,
} from './reports.wire.js';

const LANGUAGE = 'Titles, and the PDF, are in English, or in Malay where Accept-Language prefers ms.';

@ApiTags('reports')
@OfModule('retail')
@Controller('api/v1/retail')
export class ReferenceRetailReportsController {
  constructor(
    @Inject(RetailReportService) private readonly reports: RetailReportService,
    @Inject(ReportRenderer) private readonly renderer: ReportRenderer,
  ) {}

  @Reads('reports/sales', SalesReportView, {
    summary: 'Report sales',
    description: `Completed sales net of what was given back, which counts on the day of its sale (A-153, A-163). All sales without dates. ${LANGUAGE}`,
  })
  @AlsoAs('text/csv', 'application/pdf')
  sales(@Ctx() ctx: Context, @Query() query: SalesReportParameters, @ReadIn() language: Language) {
    return this.renderer.answer(ctx, this.reports.sales(ctx, salesQuery(query)), query.format ?? 'json', language);
  }

  @Reads('reports/inventory', InventoryReportView, {
    summary: 'Report stock on hand',
    description: `Products with their stock, and what it is worth at purchase and at selling prices; of a location, what lies there (A-162). ${LANGUAGE}`,
  })
  @AlsoAs('text/csv', 'application/pdf')
  inventory(@Ctx() ctx: Context, @Query() query: InventoryReportParameters, @ReadIn() language: Language) {
    const reading = this.reports.inventory(ctx, inventoryQuery(query));
    return this.renderer.answer(ctx, reading, query.format ?? 'json', language);
  }

  @Reads('inventory/report', MovementsReportView, {
    summary: 'Report stock movements',
    description: `What came and went of each product, from the ledger: opening + in − sold + returned + adjusted = closing (A-162). Without dates, all of it. ${LANGUAGE}`,
  })
  @AlsoAs('text/csv')
  inventoryMovements(@Ctx() ctx: Context, @Query() query: MovementsReportParameters, @ReadIn() language: Language) {
    const reading = this.reports.inventoryMovements(ctx, movementsQuery(query));
    return this.renderer.answer(ctx, reading, query.format ?? 'json', language);
  }

  @Reads('reports/customers', CustomersReportView, {
    summary: 'Report customers',
    description: `Customers by segment, with their completed sales in the period, net of what was given back (A-163). ${LANGUAGE}`,
  })
  @AlsoAs('text/csv', 'application/pdf')
  customers(@Ctx() ctx: Context, @Query() query: CustomersReportParameters, @ReadIn() language: Language) {
    const reading = this.reports.customers(ctx, customersQuery(query));
    return this.renderer.answer(ctx, reading, query.format ?? 'json', language);
  }
}
