import { Controller, Param, Query } from '@nestjs/common';
import { ReceiptService, RefundLedger, SaleService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OwedPaperQuery, PaperQuery, ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';

@ApiTags('sales')
@OfModule('retail')
@Records({ sale_id: SaleService, refund_id: RefundLedger })
@Controller('api/v1/retail/sales')
export class ReferenceReceiptsController {
  constructor(
    private readonly receipts: ReceiptService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @ReadsFile(':sale_id/receipt', 'application/pdf', {
    summary: 'Print the receipt of a sale',
    description:
      'Returns the receipt as PDF, in English or Malay (Accept-Language), on A4 or for a receipt printer. If the settings of the business have an sst_registration_number, it is headed Invoice and shows SST by rate; otherwise it names no SST (A-183). A cash total is rounded to five sen on the receipt, not in the sale. It names the cashier, and prints what was tendered and the change where payment_details have them: tendered, amount_tendered, cash_tendered, cash_received or amount_received, and change, change_amount, change_due or change_given; without one of these, the change is what was tendered beyond the amount payable. A sale on account shows the DuitNow QR of the business for what is open (A-468).',
  })
  @Addition()
  async receipt(
    @Ctx() ctx: Context,
    @Param('sale_id') id: string,
    @Query() { paper, qr }: OwedPaperQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.receipts.invoice(ctx, id), { language, paper, qr });
  }

  @ReadsFile(':sale_id/refunds/:refund_id/receipt', 'application/pdf', {
    summary: 'Print the credit note of a refund',
    description:
      'Returns the credit note as PDF, in English or Malay (Accept-Language), on A4 or for a receipt printer.',
  })
  @Addition()
  async creditNote(
    @Ctx() ctx: Context,
    @Param('sale_id') id: string,
    @Param('refund_id') refund_id: string,
    @Query() { paper }: PaperQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.receipts.creditNote(ctx, id, refund_id), { language, paper });
  }
}
