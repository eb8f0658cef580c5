import { Controller, Param, Query } from '@nestjs/common';
import { SaleService, CustomerService } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { PurchaseHistoryQuery, SaleView, saleView } from './sales.wire.js';

@ApiTags('customers')
@OfModule('retail')
@Records({ customer_id: CustomerService })
@Controller('api/v1/retail/customers')
export class ReferencePurchaseHistoryController {
  constructor(private readonly sales: SaleService) {}

  @Lists(':customer_id/purchase-history', 'sales', SaleView, {
    summary: "List a customer's purchases",
    description: 'Lists the sales to the customer made on either surface, newest first (A-160).',
  })
  async list(@Ctx() ctx: Context, @Param('customer_id') id: string, @Query() query: PurchaseHistoryQuery) {
    const { date_from, date_to } = query;
    return (await this.sales.history(ctx, id, { date_from, date_to }, pageOf(query))).map(saleView(ctx.actor));
  }
}
