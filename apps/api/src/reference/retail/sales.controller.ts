import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RefundService, SaleService } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  RefundedSaleView,
  SaleBody,
  SaleListQuery,
  SaleRefundBody,
  SaleStatusBody,
  SaleView,
  refundedSaleView,
  saleView,
} from './sales.wire.js';

@ApiTags('sales')
@OfModule('retail')
@Records({ sale_id: SaleService })
@Controller('api/v1/retail/sales')
export class ReferenceSalesController {
  constructor(
    private readonly sales: SaleService,
    private readonly refunds: RefundService,
  ) {}

  @Creates('', SaleView, {
    summary: 'Sell',
    description:
      'All lines or none: a product that is unknown, not for sale or too few in stock refuses the whole sale with 400. It reduces the stock at once, and is completed and paid (A-93).',
  })
  async create(@Ctx() ctx: Context, @Body() body: SaleBody) {
    return saleView(await this.sales.create(ctx, body));
  }

  @Lists('', 'sales', SaleView, {
    summary: 'List sales',
    description: 'Those of both surfaces, newest first.',
  })
  async list(@Ctx() ctx: Context, @Query() query: SaleListQuery) {
    return (await this.sales.list(ctx, query, pageOf(query))).map(saleView);
  }

  @Reads(':sale_id', SaleView, { summary: 'Read a sale', description: 'Made on either surface (A-62).' })
  async get(@Ctx() ctx: Context, @Param('sale_id') id: string) {
    return saleView(await this.sales.get(ctx, id));
  }

  @Changes(':sale_id/status', SaleView, {
    summary: "Set a sale's status",
    description: 'Any status, whatever it was. Neither stock nor money moves: a refund does that (A-96).',
  })
  async setStatus(@Ctx() ctx: Context, @Param('sale_id') id: string, @Body() { status, reason }: SaleStatusBody) {
    return saleView(await this.sales.setStatus(ctx, id, status, reason ?? null));
  }

  @Acts(':sale_id/refund', RefundedSaleView, {
    summary: 'Refund a sale',
    description:
      'A part, or all that remains. Tracked stock comes back, and loyalty points go. Once everything was given back the sale is refunded; a sale that is refunded or cancelled is a 409, more than was sold a 400 (A-97).',
  })
  async refund(@Ctx() ctx: Context, @Param('sale_id') id: string, @Body() body: SaleRefundBody) {
    return refundedSaleView(await this.refunds.refund(ctx, id, body));
  }
}
