import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SalesDocument } from '@usaha/core';
import { ReceiptService, SaleService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { StreamedFile } from '../../wire/streamed-file.js';
import { ReadIn } from '../../wire/language.decorator.js';
import { PdfRenderer } from '../../render/pdf/pdf-renderer.js';
import { OfModule } from '../../wire/permissions.js';
import { Records, notLookedUp } from '../../wire/records.js';
import { Addition, ReadsFile } from '../../wire/route.js';

@ApiTags('sales')
@OfModule('retail')
@Records({
  sale_id: SaleService,
  refund_id: notLookedUp('found beneath its sale by the one route that names it, a GET without query or body'),
})
@Controller('api/v1/retail/sales')
export class ReferenceReceiptsController {
  constructor(
    private readonly receipts: ReceiptService,
    private readonly pdf: PdfRenderer,
  ) {}

  @ReadsFile(':sale_id/receipt', 'application/pdf', {
    summary: 'Print the receipt of a sale',
    description:
      'Returns the receipt as PDF, in English or Malay (Accept-Language). If the settings of the business have an sst_registration_number, it is headed Invoice and shows SST by rate; otherwise it names no SST (A-183). A cash total is rounded to five sen on the receipt, not in the sale.',
  })
  @Addition()
  async receipt(@Ctx() ctx: Context, @Param('sale_id') id: string, @ReadIn() language: Language) {
    return this.print(ctx, await this.receipts.invoice(ctx, id), language);
  }

  @ReadsFile(':sale_id/refunds/:refund_id/receipt', 'application/pdf', {
    summary: 'Print the credit note of a refund',
    description: 'Returns the credit note as PDF, in English or Malay (Accept-Language).',
  })
  @Addition()
  async creditNote(
    @Ctx() ctx: Context,
    @Param('sale_id') id: string,
    @Param('refund_id') refund_id: string,
    @ReadIn() language: Language,
  ) {
    return this.print(ctx, await this.receipts.creditNote(ctx, id, refund_id), language);
  }

  private async print(ctx: Context, document: SalesDocument, language: Language): Promise<StreamedFile> {
    // Drawing takes its time, and needs the database no more.
    await ctx.db.settle();
    const bytes = await this.pdf.render(ctx, 'receipt', { document, language });
    return new StreamedFile('application/pdf', `${document.number}.pdf`, bytes);
  }
}
