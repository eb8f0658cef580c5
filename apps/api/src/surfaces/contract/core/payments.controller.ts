import { Body, Controller } from '@nestjs/common';
import { PaymentService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Creates } from '../../../wire/route.js';
import { PaymentCreate, PaymentTransactionView, paymentTransactionView } from './payments.wire.js';

@ApiTags('payments')
@Controller('v1/payments')
export class ContractPaymentsController {
  constructor(private readonly payments: PaymentService) {}

  @Creates('', PaymentTransactionView, {
    summary: 'Pay for a subscription',
    description:
      'For administrators and managers. The subscription may be that of a tenant that you created, and for the operator that of any (A-334). A refused payment is stored as FAILED and answered with 402, its transaction_id and the reason; a payment for a cancelled subscription is answered with 400 and not stored. Send an Idempotency-Key, so that a request repeated after a connection failure is charged only once (A-76).',
  })
  @Needs('payments.write')
  async create(@Ctx() ctx: Context, @Body() body: PaymentCreate) {
    return paymentTransactionView(await this.payments.create(ctx, body));
  }
}
