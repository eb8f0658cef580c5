import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SaleService } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { Creates } from '../../wire/route.js';
import { SaleCreate, SaleView, saleView } from './sales.wire.js';

@ApiTags('sales')
@OfModule('retail')
@Controller('v1/retail/sales')
export class ContractSalesController {
  constructor(private readonly sales: SaleService) {}

  @Creates('', SaleView, {
    summary: 'Sell',
    description:
      'All lines or none: a product that is unknown, not for sale or too few in stock refuses the whole sale with 400. Read it on the reference surface.',
  })
  async create(@Ctx() ctx: Context, @Body() body: SaleCreate) {
    return saleView(await this.sales.createForAny(ctx, body));
  }
}
