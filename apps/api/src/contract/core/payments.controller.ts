import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PaymentService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs } from '../../wire/permissions.js';
import { Creates } from '../../wire/route.js';
import { PaymentCreate, PaymentTransactionView, paymentTransactionView } from './payments.wire.js';

@ApiTags('payments')
@Controller('v1/payments')
export class ContractPaymentsController {
  constructor(private readonly payments: PaymentService) {}

  @Creates('', PaymentTransactionView, {
    summary: 'Pay for a subscription',
    description:
      'For administrators and managers. A refused payment is kept as FAILED and answered 402 with its transaction_id and reason; one for a cancelled subscription is a 400 and nothing is kept (A-76). Money may be on its way when a connection breaks: send an Idempotency-Key, and the same request again takes it once.',
  })
  @Needs('payments.write')
  async create(@Ctx() ctx: Context, @Body() body: PaymentCreate) {
    return paymentTransactionView(await this.payments.create(ctx, body));
  }
}
