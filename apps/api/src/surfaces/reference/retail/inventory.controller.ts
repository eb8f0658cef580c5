import { Body, Controller, Query } from '@nestjs/common';
import { InventoryService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Acts, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  AdjustBody,
  AlertListQuery,
  AlertView,
  TransferBody,
  TransferView,
  alertView,
  transferView,
} from './inventory.wire.js';
import { StockResultView, stockResultView } from './products.wire.js';

@ApiTags('inventory')
@OfModule('retail')
@Controller('api/v1/retail/inventory')
export class ReferenceInventoryController {
  constructor(private readonly inventory: InventoryService) {}

  @Acts('adjust', StockResultView, {
    summary: 'Adjust stock',
    description:
      'Changes the stock by a positive or negative number of units. A stock below 0 is refused with 400 (A-99).',
  })
  async adjust(@Ctx() ctx: Context, @Body() body: AdjustBody) {
    return stockResultView(await this.inventory.adjust(ctx, body), 'adjust');
  }

  @Acts('transfer', TransferView, {
    summary: 'Transfer stock between locations',
    description:
      'Moves stock without changing the total. Locations are free text. Stock that was never moved has no location: a transfer takes from from_location first, then from stock without a location. A quantity above both is refused with 400 (A-100).',
  })
  async transfer(@Ctx() ctx: Context, @Body() body: TransferBody) {
    return transferView(await this.inventory.transfer(ctx, body));
  }

  @Lists('alerts', 'alerts', AlertView, {
    summary: 'List alerts',
    description:
      'Lists products for sale that are low in stock, overstocked or about to expire: one row per product and type of alert (A-161).',
  })
  async alerts(@Ctx() ctx: Context, @Query() query: AlertListQuery, @ReadIn() language: Language) {
    return (await this.inventory.alerts(ctx, query, pageOf(query))).map(alertView(language));
  }
}
