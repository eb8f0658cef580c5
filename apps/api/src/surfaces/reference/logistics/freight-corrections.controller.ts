import { Body, Controller, Param, Query } from '@nestjs/common';
import { FreightCorrectionService, FreightCreditNotes, ShipmentService } from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, ReadsFile } from '../../../wire/route.js';
import { ReferencePage, pageOf } from '../reference.js';
import {
  CreditedFreightInvoiceView,
  FreightCancelBody,
  FreightCreditBody,
  FreightCreditNoteView,
  FreightInvoiceView,
  creditedFreightInvoiceView,
  freightCreditNoteView,
  freightInvoiceView,
} from './freight.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ shipment_id: ShipmentService, credit_note_id: FreightCreditNotes })
@Controller('api/v1/logistics/shipments')
export class ReferenceFreightCorrectionsController {
  constructor(
    private readonly corrections: FreightCorrectionService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @Acts(':shipment_id/invoice/cancel', FreightInvoiceView, {
    summary: 'Cancel the freight invoice of a shipment',
    description:
      'For administrators and managers. Number and lines stay, a credit note takes off all that is left, and the shipment can be invoiced again. An invoice that is cancelled already is refused with 409 (A-371).',
  })
  @Addition()
  @Needs('freight.correct')
  async cancel(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @Body() { reason }: FreightCancelBody,
    @ReadIn() language: Language,
  ) {
    return freightInvoiceView(language)(await this.corrections.cancel(ctx, id, reason));
  }

  @Creates(':shipment_id/invoice/credit-notes', CreditedFreightInvoiceView, {
    summary: 'Credit a part of the freight invoice of a shipment',
    description:
      'For administrators and managers. Credits some lines, or an amount of the whole invoice, tax in proportion. More than is left is refused with 400, a cancelled or fully credited invoice with 409 (A-371).',
  })
  @Addition()
  @Needs('freight.correct')
  async credit(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @Body() body: FreightCreditBody,
    @ReadIn() language: Language,
  ) {
    return creditedFreightInvoiceView(await this.corrections.credit(ctx, id, body), language);
  }

  @Lists(':shipment_id/invoice/credit-notes', 'credit_notes', FreightCreditNoteView, {
    summary: 'List the credit notes of the freight invoice of a shipment',
    description: 'Of the last invoice, newest first. Their sum is its credited_amount.',
  })
  @Addition()
  async creditNotes(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Query() query: ReferencePage) {
    return (await this.corrections.list(ctx, id, pageOf(query))).map(freightCreditNoteView);
  }

  @ReadsFile(':shipment_id/invoice/credit-notes/:credit_note_id/receipt', 'application/pdf', {
    summary: 'Print a credit note of a freight invoice',
    description: 'Returns the credit note as PDF (A4), in English or Malay (Accept-Language).',
  })
  @Addition()
  async print(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @Param('credit_note_id') credit_note_id: string,
    @ReadIn() language: Language,
  ) {
    const document = await this.corrections.creditNoteDocument(ctx, id, credit_note_id, language);
    return this.printer.print(ctx, document, { language });
  }
}
