import { Body, Controller, Param, Query } from '@nestjs/common';
import { PaymentLinks, PaymentRequestRefundService, PaymentRequestService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  RefundedRequestView,
  RequestRefundBody,
  RequestRefundView,
  refundedRequestView,
  requestRefundView,
} from './payment-request-refunds.wire.js';

@ApiTags('payments')
@Records({ payment_request_id: PaymentRequestService })
@Controller('api/v1/payment-requests/:payment_request_id/refunds')
export class ReferencePaymentRequestRefundsController {
  constructor(
    private readonly refunds: PaymentRequestRefundService,
    private readonly links: PaymentLinks,
  ) {}

  @Creates('', RefundedRequestView, {
    summary: 'Refund a payment request',
    description:
      'For managers. Gives back a part of what came, or all that remains: unapplied money first, and of the rest the document is owed again. Each payment at the gateway gives back what it took; where several came, one refund is of one of them. While the gateway has not carried it out, the refund is pending and reserves its amount. 400 for more than remains, 409 REFUND_NOT_SUPPORTED where the gateway cannot: then give it back yourself, and record a `transfer` with its reference. Send an Idempotency-Key, so that a request repeated after a connection failure gives back only once (A-469).',
  })
  @Needs('payments.write')
  @Addition()
  async create(
    @Ctx() ctx: Context,
    @Param('payment_request_id') id: string,
    @Body() body: RequestRefundBody,
    @ReachedAt() reachedAt: string,
  ) {
    const refunded = await this.refunds.create(ctx, id, body);
    return refundedRequestView({
      now: ctx.now,
      urlOf: (request) => this.links.urlOf(ctx, request, reachedAt),
    })(refunded);
  }

  @Lists('', 'refunds', RequestRefundView, {
    summary: 'List the refunds of a payment request',
    description: 'For managers. Newest first, those that failed too (A-469).',
  })
  @Needs('payments.write')
  @Addition()
  async list(@Ctx() ctx: Context, @Param('payment_request_id') id: string, @Query() query: EntryPage) {
    return (await this.refunds.list(ctx, id, pageOf(query))).map(requestRefundView);
  }
}
