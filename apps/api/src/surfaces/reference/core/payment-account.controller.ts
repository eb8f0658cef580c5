import { Body, Controller } from '@nestjs/common';
import { PaymentAccountService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly } from '../../../wire/permissions.js';
import { Addition, Changes, Deletes, Reads } from '../../../wire/route.js';
import { PaymentAccountBody, PaymentAccountView, paymentAccountView } from './payment-account.wire.js';

@ApiTags('payment-account')
@Controller('api/v1/payment-account')
export class ReferencePaymentAccountController {
  constructor(private readonly accounts: PaymentAccountService) {}

  @Reads('', PaymentAccountView, {
    summary: 'Read the payment account',
    description:
      'For administrators. Shows the account at a payment gateway to which customers of your business pay (A-458); the secret key is never shown. A business that has set none has the sandbox, which moves no money, and in production none: gateway is null then.',
  })
  @Needs('payment_account.administer')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context) {
    return paymentAccountView(await this.accounts.shown(ctx));
  }

  @Changes('', PaymentAccountView, {
    summary: 'Set the payment account',
    description:
      'For administrators. The gateway is asked whether it accepts the account before it is stored: a key that it refuses is answered with 400, and a gateway that does not respond with 503 GATEWAY_SILENT. Payments that were begun stay with the account before. In production the sandbox and test accounts are refused with 400 (A-458).',
  })
  @Needs('payment_account.administer')
  @SessionOnly()
  @Addition()
  async set(@Ctx() ctx: Context, @Body() body: PaymentAccountBody) {
    return paymentAccountView(await this.accounts.set(ctx, body));
  }

  @Deletes('', PaymentAccountView, {
    summary: 'Remove the payment account',
    description:
      'For administrators. Your business has the default again: the sandbox, and in production none (A-458). Payments that were begun stay with the account.',
  })
  @Needs('payment_account.administer')
  @SessionOnly()
  @Addition()
  async remove(@Ctx() ctx: Context) {
    return paymentAccountView(await this.accounts.remove(ctx));
  }
}
