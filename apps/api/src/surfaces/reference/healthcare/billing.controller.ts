import { Body, Controller, Param, Query } from '@nestjs/common';
import { BillDocumentService, BillingService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { QrQuery } from '../../../render/duitnow-qr/qr-query.js';
import { ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists, Reads, ReadsFile } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  BillBody,
  BillListQuery,
  BillPaymentBody,
  BillPaymentView,
  BillView,
  PaidBillView,
  SavedBillView,
  billPaymentView,
  billView,
  paidBillView,
  savedBillView,
} from './billing.wire.js';

@ApiTags('billing')
@OfModule('healthcare')
@Records({ bill_id: BillingService })
@Controller('api/v1/healthcare/billing')
export class ReferenceBillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly documents: BillDocumentService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @Creates('', SavedBillView, {
    summary: 'Create a bill',
    description:
      'Patient and items are required, each item with description and unit_price. Tax is calculated in percent and rounded half-up for every line. A claim without an insurer names that of the patient. An unknown patient or appointment is refused (A-136, A-166).',
  })
  async create(@Ctx() ctx: Context, @Body() body: BillBody, @ReadIn() language: Language) {
    return savedBillView(ctx, await this.billing.create(ctx, body), language);
  }

  @Lists('', 'bills', BillView, {
    summary: 'List bills',
    description: 'Newest first. Includes records of deleted patients (A-140).',
  })
  async list(@Ctx() ctx: Context, @Query() query: BillListQuery) {
    return (await this.billing.list(ctx, query, pageOf(query))).map(billView(ctx));
  }

  @Reads(':bill_id', BillView, {
    summary: 'Read a bill',
    description:
      'The status is that of today: an unpaid bill is overdue after its due date (A-166). The reading is on the audit trail; users who may only read see no descriptions of the lines (A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('bill_id') id: string) {
    return billView(ctx)(await this.billing.read(ctx, id));
  }

  @Creates(':bill_id/payments', PaidBillView, {
    summary: 'Record a payment of a bill',
    description:
      'Pays a part of the balance, or all of it if no amount is given: the bill becomes partially_paid or paid. More than the balance is refused with 400, a payment of a paid bill with 409.',
  })
  @Addition()
  async pay(@Ctx() ctx: Context, @Param('bill_id') id: string, @Body() body: BillPaymentBody) {
    return paidBillView(ctx, await this.billing.pay(ctx, id, body));
  }

  @Lists(':bill_id/payments', 'payments', BillPaymentView, {
    summary: 'List the payments of a bill',
    description: 'Newest first. Their sum is the amount_paid of the bill.',
  })
  @Addition()
  async payments(@Ctx() ctx: Context, @Param('bill_id') id: string, @Query() query: EntryPage) {
    return (await this.billing.payments(ctx, id, pageOf(query))).map(billPaymentView(ctx));
  }

  @ReadsFile(':bill_id/receipt', 'application/pdf', {
    summary: 'Print a bill',
    description:
      'Returns the bill as PDF, in English or Malay (Accept-Language), with payments and balance; once paid it is a receipt. If the settings of the clinic have an sst_registration_number, it is headed Invoice and shows SST by rate; otherwise it names no SST (A-183). It shows the DuitNow QR of the clinic for what is open (A-468).',
  })
  @Addition()
  async receipt(
    @Ctx() ctx: Context,
    @Param('bill_id') id: string,
    @Query() { qr }: QrQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.of(ctx, id), { language, qr });
  }
}
