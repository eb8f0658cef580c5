import { Body, Controller, Param, Query } from '@nestjs/common';
import { InvoiceCorrectionService, InvoiceService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, CreatesMany, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  CancelInvoiceBody,
  CreditNoteBody,
  CreditNoteListQuery,
  CreditNoteView,
  InvoiceListQuery,
  InvoiceView,
  InvoicesBody,
  creditNoteView,
  invoiceView,
} from './invoices.wire.js';

@ApiTags('invoices')
@OfModule('education')
@Records({ invoice_id: InvoiceService })
@Controller('api/v1/education/invoices')
export class ReferenceInvoicesController {
  constructor(
    private readonly invoices: InvoiceService,
    private readonly corrections: InvoiceCorrectionService,
  ) {}

  @CreatesMany('', InvoiceView, {
    summary: 'Create invoices of a fee',
    description:
      'For the students listed, of a class or of a level: exactly one of the three. Each student gets one invoice per fee and period; those who have it are skipped, and only the invoices created are returned. A scholarship reduces the amount if the fee allows it, and the second and later students of a household pay sibling_discount_percent less; unallocated payments settle the new invoices. With payment_plan each is paid in instalments.',
  })
  @Addition()
  async create(@Ctx() ctx: Context, @Body() body: InvoicesBody) {
    return (await this.invoices.create(ctx, body)).map(invoiceView(ctx.now));
  }

  @Lists('', 'invoices', InvoiceView, {
    summary: 'List invoices',
    description: 'Newest first. Includes invoices of deleted students.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: InvoiceListQuery) {
    return (await this.invoices.list(ctx, query, pageOf(query))).map(invoiceView(ctx.now));
  }

  @Reads(':invoice_id', InvoiceView, { summary: 'Read an invoice', description: 'The state is that of today.' })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('invoice_id') id: string) {
    return invoiceView(ctx.now)(await this.invoices.get(ctx, id));
  }

  @Acts(':invoice_id/cancel', InvoiceView, {
    summary: 'Cancel an invoice',
    description:
      'For administrators and managers. Its number is kept, and it prints as cancelled. Payments that settled it become unallocated and settle other open invoices of the student. An invoice that is already cancelled is refused with 409.',
  })
  @Addition()
  @Needs('education_invoices.correct')
  async cancel(@Ctx() ctx: Context, @Param('invoice_id') id: string, @Body() { reason }: CancelInvoiceBody) {
    return invoiceView(ctx.now)(await this.corrections.cancel(ctx, id, reason));
  }

  @Creates(':invoice_id/credit-notes', CreditNoteView, {
    summary: 'Credit a part of an invoice',
    description:
      'For administrators and managers. Takes an amount off, by a numbered credit note. What payments settled beyond the rest becomes unallocated. A cancelled invoice is refused with 409.',
  })
  @Addition()
  @Needs('education_invoices.correct')
  async credit(@Ctx() ctx: Context, @Param('invoice_id') id: string, @Body() body: CreditNoteBody) {
    return creditNoteView(await this.corrections.credit(ctx, id, body));
  }

  @Lists(':invoice_id/credit-notes', 'credit notes', CreditNoteView, {
    summary: 'List the credit notes of an invoice',
    description: 'Newest first.',
  })
  @Addition()
  async creditNotes(@Ctx() ctx: Context, @Param('invoice_id') id: string, @Query() query: CreditNoteListQuery) {
    return (await this.corrections.creditNotesOf(ctx, id, pageOf(query))).map(creditNoteView);
  }
}
