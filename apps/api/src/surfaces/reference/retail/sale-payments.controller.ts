import { Body, Controller, Param } from '@nestjs/common';
import { PaymentService, RefundService, SaleService } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates } from '../../../wire/route.js';
import { SalePaymentBody, SaleVoidBody } from './sale-bodies.wire.js';
import { SaleView, saleView } from './sales.wire.js';

@ApiTags('sales')
@OfModule('retail')
@Records({ sale_id: SaleService })
@Controller('api/v1/retail/sales')
export class ReferenceSalePaymentsController {
  constructor(
    private readonly payments: PaymentService,
    private readonly refunds: RefundService,
  ) {}

  @Creates(':sale_id/payments', SaleView, {
    summary: 'Record a payment of a sale on account',
    description:
      'Pays a part of what is owed, or all of it: then a pending sale becomes completed. More than is owed is refused with 400, a payment where nothing is owed with 409 (A-345).',
  })
  @Addition()
  async pay(@Ctx() ctx: Context, @Param('sale_id') id: string, @Body() body: SalePaymentBody) {
    return saleView(ctx.actor)(await this.payments.pay(ctx, id, body));
  }

  @Acts(':sale_id/void', SaleView, {
    summary: 'Make a sale void',
    description:
      'Gives back everything that is not refunded: stock, points, and the money by the methods that it was paid with, as a refund with its credit note. The status becomes cancelled and stays so; money that came by a payment request goes back the way it came (A-469); the sale counts in no report, and stands in the daily closing of this day as void. A sale that is void or refunded whole is answered with 409 (A-343). Administrators and managers.',
  })
  @Needs('retail_sales.void')
  @Addition()
  async makeVoid(@Ctx() ctx: Context, @Param('sale_id') id: string, @Body() { reason }: SaleVoidBody) {
    return saleView(ctx.actor)(await this.refunds.makeVoid(ctx, id, reason));
  }
}
