import { Body, Controller, Param } from '@nestjs/common';
import { PaymentMethodService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Creates, Deletes, ListsWhole } from '../../../wire/route.js';
import { DeletedView, deleted } from '../reference.js';
import { PaymentMethodBody, PaymentMethodView, paymentMethodView } from './payment-methods.wire.js';

@ApiTags('payment-methods')
@Records({ payment_method_id: PaymentMethodService })
@Controller('api/v1/payment-methods')
export class ReferencePaymentMethodsController {
  constructor(private readonly methods: PaymentMethodService) {}

  @Creates('', PaymentMethodView, {
    summary: 'Create a payment method',
    description:
      'For administrators and managers. Of a card, only the last four digits, brand, expiry and cardholder are stored, never the number or security code. An Idempotency-Key has no effect here, because the body is secret (A-81).',
  })
  @Needs('payments.write')
  @NotIdempotent()
  async create(@Ctx() ctx: Context, @Body() body: PaymentMethodBody) {
    return paymentMethodView(await this.methods.create(ctx, body));
  }

  @ListsWhole('', PaymentMethodView, {
    summary: 'List payment methods',
    description: 'Lists the payment methods of the business, newest first. Not paginated (A-84).',
  })
  async list(@Ctx() ctx: Context) {
    return (await this.methods.list(ctx)).map(paymentMethodView);
  }

  @Deletes(':payment_method_id', DeletedView, {
    summary: 'Delete a payment method',
    description:
      'For administrators and managers. The payment method can no longer be used; payments made with it are kept.',
  })
  @Needs('payments.write')
  async remove(@Ctx() ctx: Context, @Param('payment_method_id') id: string) {
    return deleted(await this.methods.remove(ctx, id));
  }
}
