import { Body, Controller, Param, Query } from '@nestjs/common';
import { AppointmentDocumentService, AppointmentPaymentLedger, salonClosingReport, salonTakings } from '@usaha/beauty';
import { DailyClosingService, listTakings } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { PaperQuery, ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists, ReadsFile } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  DailyClosingBody,
  DailyClosingListQuery,
  DailyClosingView,
  TakingListQuery,
  TakingView,
  dailyClosingView,
  takingView,
} from '../takings.wire.js';

@ApiTags('takings')
@OfModule('beauty')
@Records({ payment_id: AppointmentPaymentLedger })
@Controller('api/v1/beauty')
export class ReferenceBeautyTakingsController {
  constructor(
    private readonly closings: DailyClosingService,
    private readonly renderer: ReportRenderer,
    private readonly documents: AppointmentDocumentService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @Lists('payments', 'payments', TakingView, {
    summary: 'List the payments of a salon',
    description:
      'Amounts received and given back for visits, packages and memberships, and tips, newest first. Days are those of the payment (A-354).',
  })
  @Addition()
  async payments(@Ctx() ctx: Context, @Query() query: TakingListQuery) {
    return (await listTakings(ctx, salonTakings, query, pageOf(query))).map(takingView);
  }

  @ReadsFile('payments/:payment_id/receipt', 'application/pdf', {
    summary: 'Print a receipt or a credit note of a salon',
    description:
      'Returns the receipt of a payment, a membership fee or a tip, or the credit note of a refund, as PDF, in English or Malay (Accept-Language). A credit note names the invoice (A-353).',
  })
  @Addition()
  async receipt(
    @Ctx() ctx: Context,
    @Param('payment_id') id: string,
    @Query() { paper }: PaperQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.ofPayment(ctx, id), { language, paper });
  }

  @Creates('daily-closings', DailyClosingView, {
    summary: 'Keep a count of the cash of a salon',
    description:
      'Keeps the count with its difference from float and net takings in cash as they are now. It is never changed; a further count of the same day and cashier is a further record, and the latest counts (A-354).',
  })
  @Addition()
  async count(@Ctx() ctx: Context, @Body() body: DailyClosingBody) {
    return dailyClosingView(await this.closings.count(ctx, salonTakings, body));
  }

  @Lists('daily-closings', 'daily_closings', DailyClosingView, {
    summary: 'List the counts of the cash of a salon',
    description: 'Newest first, all counts of each day (A-354).',
  })
  @Addition()
  async counts(@Ctx() ctx: Context, @Query() query: DailyClosingListQuery) {
    return (await this.closings.list(ctx, 'beauty', query, pageOf(query))).map(dailyClosingView);
  }

  @ReadsReport('reports/daily-closing', salonClosingReport, {
    summary: 'Get the daily closing of a salon',
    description:
      'What each user received and gave back on a day (UTC+8), by payment method: deposits, package sales, membership fees and tips apart, refunds, the rounding of cash to five sen, and net cash. By cashier and in the totals: float and count of the latest count, expected cash (float plus net cash) and the difference; counts 0 means that nothing was counted. Later events change no earlier day (A-354).',
  })
  @Addition()
  dailyClosing(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
