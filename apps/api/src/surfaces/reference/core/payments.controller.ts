import { Body, Controller, Param, Query } from '@nestjs/common';
import { PaymentService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  PaymentBody,
  PaymentListQuery,
  PaymentView,
  RefundBody,
  RefundedPaymentView,
  paymentView,
  refundedView,
} from './payments.wire.js';

@ApiTags('payments')
@Records({ payment_id: PaymentService })
@Controller('api/v1/payments')
export class ReferencePaymentsController {
  constructor(private readonly payments: PaymentService) {}

  @Creates('', PaymentView, {
    summary: 'Create a payment',
    description:
      'For administrators and managers. Charges a payment method of the business. The subscription may be that of a tenant that you created, and for the operator that of any (A-334). A refused payment is stored as failed and answered with 402, its transaction_id and the reason. Send an Idempotency-Key, so that a request repeated after a connection failure is charged only once.',
  })
  @Needs('payments.write')
  async create(@Ctx() ctx: Context, @Body() body: PaymentBody) {
    return paymentView(await this.payments.create(ctx, body));
  }

  @Lists('', 'payments', PaymentView, {
    summary: 'List payments',
    description:
      'Lists the payments of the business made on either surface, newest first; the operator lists those of all tenants, or of the one that tenant_id names (A-334). Refunds are part of their payment, not of this list (A-171).',
  })
  async list(@Ctx() ctx: Context, @Query() query: PaymentListQuery) {
    return (await this.payments.list(ctx, query, pageOf(query))).map(paymentView);
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
      'For administrators. Refunds a part of the payment or everything not refunded yet, and takes back the time of a subscription that it bought (A-333). A fully refunded payment has the status refunded. A failed, pending or refunded payment is answered with 409, an amount above the remainder with 400 (A-80).',
  })
  @Needs('payments.refund')
  async refund(@Ctx() ctx: Context, @Param('payment_id') id: string, @Body() body: RefundBody) {
    return refundedView(await this.payments.refund(ctx, id, body));
  }
}
