import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  BillCorrectionService,
  BillDocumentService,
  BillingService,
  CreditNoteLedger,
  PaymentLedger,
} from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, ReadsFile } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  BillCreditNoteView,
  BillRefundBody,
  BillRefundView,
  CorrectionReasonBody,
  BillCreditNoteBody,
  CreditedBillView,
  RefundedBillView,
  billRefundView,
  creditNoteView,
  creditedBillView,
  refundedBillView,
} from './bill-corrections.wire.js';
import { BillView, PaidBillView, billView, paidBillView } from './billing.wire.js';

@ApiTags('billing')
@OfModule('healthcare')
@Records({ bill_id: BillingService, payment_id: PaymentLedger, credit_note_id: CreditNoteLedger })
@Controller('api/v1/healthcare/billing')
export class ReferenceBillCorrectionsController {
  constructor(
    private readonly corrections: BillCorrectionService,
    private readonly documents: BillDocumentService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @Acts(':bill_id/payments/:payment_id/void', PaidBillView, {
    summary: 'Make a payment of a bill void',
    description:
      'For administrators and managers. The payment and its receipt number stay listed; the bill is open again by its amount. A payment that is void already, or whose money was refunded, is refused with 409 (A-371).',
  })
  @Addition()
  @Needs('bills.correct')
  async void(
    @Ctx() ctx: Context,
    @Param('bill_id') id: string,
    @Param('payment_id') payment_id: string,
    @Body() { reason }: CorrectionReasonBody,
  ) {
    return paidBillView(ctx, await this.corrections.voidPayment(ctx, id, payment_id, reason));
  }

  @Acts(':bill_id/cancel', BillView, {
    summary: 'Cancel a bill',
    description:
      'For administrators and managers. The number stays, and a credit note takes off all that is left. A bill of which money is held is refused with 409: make its payments void, or credit and refund it (A-371).',
  })
  @Addition()
  @Needs('bills.correct')
  async cancel(@Ctx() ctx: Context, @Param('bill_id') id: string, @Body() { reason }: CorrectionReasonBody) {
    return billView(ctx)(await this.corrections.cancel(ctx, id, reason));
  }

  @Creates(':bill_id/credit-notes', CreditedBillView, {
    summary: 'Credit a part of a bill',
    description:
      'For administrators and managers. Credits some lines, or an amount of the whole bill, tax in proportion. An amount paid beyond the rest is in credit and can be refunded. More than is left is refused with 400, a cancelled or fully credited bill with 409 (A-371).',
  })
  @Addition()
  @Needs('bills.correct')
  async credit(@Ctx() ctx: Context, @Param('bill_id') id: string, @Body() body: BillCreditNoteBody) {
    return creditedBillView(ctx, await this.corrections.credit(ctx, id, body));
  }

  @Lists(':bill_id/credit-notes', 'credit_notes', BillCreditNoteView, {
    summary: 'List the credit notes of a bill',
    description: 'Newest first. Their sum is the credited_amount of the bill.',
  })
  @Addition()
  async creditNotes(@Ctx() ctx: Context, @Param('bill_id') id: string, @Query() query: EntryPage) {
    return (await this.corrections.creditNotesOf(ctx, id, pageOf(query))).map(creditNoteView(ctx));
  }

  @ReadsFile(':bill_id/credit-notes/:credit_note_id/receipt', 'application/pdf', {
    summary: 'Print a credit note of a bill',
    description: 'Returns the credit note as PDF, in English or Malay (Accept-Language).',
  })
  @Addition()
  async print(
    @Ctx() ctx: Context,
    @Param('bill_id') id: string,
    @Param('credit_note_id') credit_note_id: string,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.creditNote(ctx, id, credit_note_id), { language });
  }

  @Acts(':bill_id/refund', RefundedBillView, {
    summary: 'Give back what is in credit of a bill',
    description:
      'For administrators and managers. Takes the refund off amount_paid. Nothing in credit is refused with 409, more than is in credit with 400 (A-371).',
  })
  @Addition()
  @Needs('bills.correct')
  async refund(@Ctx() ctx: Context, @Param('bill_id') id: string, @Body() body: BillRefundBody) {
    return refundedBillView(ctx, await this.corrections.refund(ctx, id, body));
  }

  @Lists(':bill_id/refunds', 'refunds', BillRefundView, {
    summary: 'List the refunds of a bill',
    description: 'Newest first.',
  })
  @Addition()
  async refunds(@Ctx() ctx: Context, @Param('bill_id') id: string, @Query() query: EntryPage) {
    return (await this.corrections.refundsOf(ctx, id, pageOf(query))).map(billRefundView(ctx));
  }
}
