import { Body, Controller, Param, Query } from '@nestjs/common';
import { PaymentDifferenceService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  PaymentDifferenceQueryParams,
  PaymentDifferenceView,
  ResolveDifferenceBody,
  paymentDifferenceView,
} from './payment-differences.wire.js';

@ApiTags('payments')
@Records({ difference_id: PaymentDifferenceService })
@Controller('api/v1/payment-differences')
export class ReferencePaymentDifferencesController {
  constructor(private readonly differences: PaymentDifferenceService) {}

  @Lists('', 'payment_differences', PaymentDifferenceView, {
    summary: 'List payment differences',
    description:
      'For managers. Money of payment requests that does not stand where it should, newest first: it came and the document could not take it; another amount came than was asked for, and nothing was booked; the gateway does not have what is booked; or the bank of the payer has taken it back (A-463, A-470).',
  })
  @Needs('payments.write')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: PaymentDifferenceQueryParams) {
    return (await this.differences.list(ctx, query, pageOf(query))).map(paymentDifferenceView);
  }

  @Reads(':difference_id', PaymentDifferenceView, {
    summary: 'Read a payment difference',
    description: 'For managers (A-470).',
  })
  @Needs('payments.write')
  @Addition()
  async get(@Ctx() ctx: Context, @Param('difference_id') id: string) {
    return paymentDifferenceView(await this.differences.get(ctx, id));
  }

  @Acts(':difference_id/resolve', PaymentDifferenceView, {
    summary: 'Resolve a payment difference',
    description: 'For managers: notes what was done about it. It moves no money; again 409 (A-470).',
  })
  @Needs('payments.write')
  @Addition()
  async resolve(@Ctx() ctx: Context, @Param('difference_id') id: string, @Body() { note }: ResolveDifferenceBody) {
    return paymentDifferenceView(await this.differences.resolve(ctx, id, note));
  }
}
