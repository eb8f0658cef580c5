import { Body, Controller, Param, Query } from '@nestjs/common';
import { FreightPaymentService, ShipmentService } from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  FreightPaymentBody,
  FreightPaymentView,
  PaidFreightInvoiceView,
  freightPaymentView,
  paidFreightInvoiceView,
} from './freight-payments.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ shipment_id: ShipmentService })
@Controller('api/v1/logistics/shipments')
export class ReferenceFreightPaymentsController {
  constructor(private readonly payments: FreightPaymentService) {}

  @Creates(':shipment_id/invoice/payments', PaidFreightInvoiceView, {
    summary: 'Record a payment of the freight invoice of a shipment',
    description:
      'Pays a part of what remains of the last invoice, or all of it if no amount is given. More is refused with 400; an invoice of which nothing remains, or which is cancelled, with 409 (A-463).',
  })
  @Addition()
  async pay(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @Body() body: FreightPaymentBody,
    @ReadIn() language: Language,
  ) {
    return paidFreightInvoiceView(await this.payments.receive(ctx, id, body), language);
  }

  @Lists(':shipment_id/invoice/payments', 'payments', FreightPaymentView, {
    summary: 'List the payments of the freight invoice of a shipment',
    description: 'Of the last invoice, newest first. Their sum is its amount_paid.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Query() query: EntryPage) {
    return (await this.payments.list(ctx, id, pageOf(query))).map(freightPaymentView);
  }
}
