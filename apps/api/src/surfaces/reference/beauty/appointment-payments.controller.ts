import { Body, Controller, Param, Query } from '@nestjs/common';
import { AppointmentDocumentService, AppointmentPaymentService, BeautyAppointmentService } from '@usaha/beauty';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists, ReadsFile } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  AppointmentPaymentBody,
  AppointmentPaymentView,
  AppointmentRefundBody,
  AppointmentTipBody,
  appointmentPaymentView,
} from './appointment-payments.wire.js';
import { OwedPaperQuery, ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';

@ApiTags('appointments')
@OfModule('beauty')
@Records({ appointment_id: BeautyAppointmentService })
@Controller('api/v1/beauty/appointments')
export class ReferenceAppointmentPaymentsController {
  constructor(
    private readonly payments: AppointmentPaymentService,
    private readonly documents: AppointmentDocumentService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @Creates(':appointment_id/payments', AppointmentPaymentView, {
    summary: 'Record a payment of an appointment',
    description:
      'A deposit, a part or all of what is open: the appointment becomes partially_paid or paid. More than what is open is refused with 409 (A-273).',
  })
  @Addition()
  async pay(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Body() body: AppointmentPaymentBody) {
    return appointmentPaymentView(await this.payments.pay(ctx, id, body));
  }

  @Lists(':appointment_id/payments', 'payments', AppointmentPaymentView, {
    summary: 'List the payments of an appointment',
    description:
      'Newest first, refunds included. Payments less refunds are the amount_paid of the appointment (A-245).',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Query() query: EntryPage) {
    return (await this.payments.list(ctx, id, pageOf(query))).map(appointmentPaymentView);
  }

  @Creates(':appointment_id/tips', AppointmentPaymentView, {
    summary: 'Record a tip',
    description:
      'A payment apart with a receipt of its number: it changes neither what the visit costs nor what is paid of it, and no report of sales or commission counts it. The daily closing tells tips apart (A-354).',
  })
  @Addition()
  async tip(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Body() body: AppointmentTipBody) {
    return appointmentPaymentView(await this.payments.tip(ctx, id, body));
  }

  @Creates(':appointment_id/refunds', AppointmentPaymentView, {
    summary: 'Refund a part of an appointment',
    description:
      'For administrators and managers. Gives back a part of what was paid, or all of it, with a credit note that names the invoice. With lines, these bring less; otherwise all services of the visit do in proportion. Nothing held is refused with 409, more than is held with 400 (A-353).',
  })
  @Addition()
  @Needs('beauty_payments.correct')
  async refund(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Body() body: AppointmentRefundBody) {
    return appointmentPaymentView(await this.payments.refund(ctx, id, body));
  }

  @ReadsFile(':appointment_id/receipt', 'application/pdf', {
    summary: 'Print the receipt of an appointment',
    description:
      'Returns the services, discounts, packages used, payments and balance as PDF, in English or Malay (Accept-Language). It is a bill until something is paid, and an invoice if the settings of the business have an sst_registration_number. Once the visit is completed it has the invoice_number. Cash is rounded to five sen on it, not in the appointment. It shows the DuitNow QR of the business for what is open (A-468).',
  })
  @Addition()
  async receipt(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Query() { paper, qr }: OwedPaperQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.ofAppointment(ctx, id), { language, paper, qr });
  }
}
