import { Controller, Param, Query } from '@nestjs/common';
import { AppointmentDocumentService, AppointmentPaymentLedger } from '@usaha/beauty';
import type { Context, Language } from '@usaha/shared';
import { PaperQuery, ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';

@ApiTags('takings')
@OfModule('beauty')
@Records({ payment_id: AppointmentPaymentLedger })
@Controller('api/v1/beauty')
export class ReferenceBeautyPaymentReceiptsController {
  constructor(
    private readonly documents: AppointmentDocumentService,
    private readonly printer: ReceiptPrinter,
  ) {}

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
}
