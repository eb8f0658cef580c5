import { Body, Controller, Param, Query } from '@nestjs/common';
import { InvoiceService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, CreatesMany, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { InvoiceListQuery, InvoiceView, InvoicesBody, invoiceView } from './invoices.wire.js';

@ApiTags('invoices')
@OfModule('education')
@Records({ invoice_id: InvoiceService })
@Controller('api/v1/education/invoices')
export class ReferenceInvoicesController {
  constructor(private readonly invoices: InvoiceService) {}

  @CreatesMany('', InvoiceView, {
    summary: 'Create invoices of a fee',
    description:
      'For the students listed, of a class or of a level: exactly one of the three. Each student gets one invoice per fee and period; those who have it are skipped, and only the invoices created are returned. A scholarship reduces the amount if the fee allows it; unallocated payments settle the new invoices.',
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
}
