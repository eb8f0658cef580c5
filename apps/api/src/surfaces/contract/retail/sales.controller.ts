import { Body, Controller } from '@nestjs/common';
import { SaleService } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Creates } from '../../../wire/route.js';
import { SaleCreate, SaleView, saleView } from './sales.wire.js';

@ApiTags('sales')
@OfModule('retail')
@Controller('v1/retail/sales')
export class ContractSalesController {
  constructor(private readonly sales: SaleService) {}

  @Creates('', SaleView, {
    summary: 'Create a sale',
    description:
      'Creates a sale. If any product is unknown, not for sale or short of stock, the whole sale is refused with 400. Read the sale on the reference surface.',
  })
  async create(@Ctx() ctx: Context, @Body() body: SaleCreate) {
    return saleView(await this.sales.createForAny(ctx, body));
  }
}
