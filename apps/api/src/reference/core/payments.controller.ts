import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PaymentService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Creates, Lists, Reads } from '../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  PaymentBody,
  PaymentListQuery,
  PaymentView,
  RefundBody,
  RefundedPaymentView,
  paymentQuery,
  paymentView,
  refundedView,
} from './payments.wire.js';

@ApiTags('payments')
@Records({ payment_id: PaymentService })
@Controller('api/v1/payments')
export class ReferencePaymentsController {
  constructor(private readonly payments: PaymentService) {}

  @Creates('', PaymentView, {
    summary: 'Pay',
    description:
      'For administrators and managers, with a payment method of the business. A refused payment is kept as failed and answered 402 with its transaction_id and reason. Money may be on its way when a connection breaks: send an Idempotency-Key, and the same request again takes it once.',
  })
  @Needs('payments.write')
  async create(@Ctx() ctx: Context, @Body() body: PaymentBody) {
    return paymentView(await this.payments.create(ctx, body));
  }

  @Lists('', 'payments', PaymentView, {
    summary: 'List payments',
    description:
      'Those of the business, of both surfaces, newest first. Refunds stand in their payment, not in this list (A-171).',
  })
  async list(@Ctx() ctx: Context, @Query() query: PaymentListQuery) {
    return (await this.payments.list(ctx, paymentQuery(query), pageOf(query))).map(paymentView);
  }

  @Reads(':payment_id', PaymentView, {
    summary: 'Read a payment',
    description: 'Made on either surface (A-82).',
  })
  async get(@Ctx() ctx: Context, @Param('payment_id') id: string) {
    return paymentView(await this.payments.get(ctx, id));
  }

  @Acts(':payment_id/refund', RefundedPaymentView, {
    summary: 'Refund a payment',
    description:
      'For administrators and managers: a part, or all that remains. A payment of which everything was given back is refunded; one that is failed, pending or refunded already is a 409, more than remains a 400 (A-80).',
  })
  @Needs('payments.write')
  async refund(@Ctx() ctx: Context, @Param('payment_id') id: string, @Body() body: RefundBody) {
    return refundedView(await this.payments.refund(ctx, id, body));
  }
}
