import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BillDocumentService, BillingService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { StreamedFile } from '../../wire/streamed-file.js';
import { ReadIn } from '../../wire/language.decorator.js';
import { PdfRenderer } from '../../render/pdf/pdf-renderer.js';
import { OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Addition, Creates, Lists, Reads, ReadsFile } from '../../wire/route.js';
import { ReferencePage, pageOf } from '../reference.js';
import {
  BillBody,
  BillListQuery,
  BillPaymentBody,
  BillPaymentView,
  BillView,
  PaidBillView,
  billPaymentView,
  billView,
  paidBillView,
} from './billing.wire.js';

@ApiTags('billing')
@OfModule('healthcare')
@Records({ bill_id: BillingService })
@Controller('api/v1/healthcare/billing')
export class ReferenceBillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly documents: BillDocumentService,
    private readonly pdf: PdfRenderer,
  ) {}

  @Creates('', BillView, {
    summary: 'Bill a patient',
    description:
      'Patient and lines are needed, of a line its description and unit_price. Tax is in percent, rounded half-up for every line (A-136). A patient or an appointment that is not known is refused (A-166).',
  })
  async create(@Ctx() ctx: Context, @Body() body: BillBody) {
    return billView(ctx.now)(await this.billing.create(ctx, body));
  }

  @Lists('', 'bills', BillView, {
    summary: 'List bills',
    description: 'Newest first. Those of a deleted patient stay (A-140).',
  })
  async list(@Ctx() ctx: Context, @Query() query: BillListQuery) {
    return (await this.billing.list(ctx, query, pageOf(query))).map(billView(ctx.now));
  }

  @Reads(':bill_id', BillView, {
    summary: 'Read a bill',
    description: 'Its status is the one of today: a bill that was not paid in time is overdue (A-166).',
  })
  async get(@Ctx() ctx: Context, @Param('bill_id') id: string) {
    return billView(ctx.now)(await this.billing.get(ctx, id));
  }

  @Creates(':bill_id/payments', PaidBillView, {
    summary: 'Take a payment of a bill',
    description:
      'A part of what remains, or all of it where no amount is given: the bill becomes partially_paid or paid. More than remains is refused (400), and so is a payment of a bill that is paid (409).',
  })
  @Addition()
  async pay(@Ctx() ctx: Context, @Param('bill_id') id: string, @Body() body: BillPaymentBody) {
    return paidBillView(ctx.now, await this.billing.pay(ctx, id, body));
  }

  @Lists(':bill_id/payments', 'payments', BillPaymentView, {
    summary: 'List the payments of a bill',
    description: 'The last first. Their sum is what the bill shows as amount_paid.',
  })
  @Addition()
  async payments(@Ctx() ctx: Context, @Param('bill_id') id: string, @Query() query: ReferencePage) {
    return (await this.billing.payments(ctx, id, pageOf(query))).map(billPaymentView);
  }

  @ReadsFile(':bill_id/receipt', 'application/pdf', {
    summary: 'Print a bill',
    description:
      'A PDF to hand out, in English or Malay (Accept-Language), with the payments made and what remains: a receipt once it is paid. A clinic whose settings have an sst_registration_number hands out tax invoices.',
  })
  @Addition()
  async receipt(@Ctx() ctx: Context, @Param('bill_id') id: string, @ReadIn() language: Language) {
    const document = await this.documents.of(ctx, id);
    // Drawing takes its time, and needs the database no more.
    await ctx.db.settle();
    const bytes = await this.pdf.render('receipt', { document, language });
    return new StreamedFile('application/pdf', `${document.number}.pdf`, bytes);
  }
}
