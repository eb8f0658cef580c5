import { Controller, Query } from '@nestjs/common';
import { EinvoiceOverviewService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Addition, Reads } from '../../../wire/route.js';
import { EinvoiceOverviewQuery, EinvoiceOverviewView, einvoiceOverviewView } from './einvoice-overview.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/overview')
export class ReferenceEinvoiceOverviewController {
  constructor(private readonly overview: EinvoiceOverviewService) {}

  @Reads('', EinvoiceOverviewView, {
    summary: 'Read what has become of the documents of a month',
    description:
      'Counts and sums of sales, bills, invoices, visits, packages, freight invoices and what changes them, by currency: with a separate e-invoice, consolidated, pooled until consolidation, blocked or invalid, and not counted (0, cancelled without a document, or a refund of what is in none). The five add up to `count` and `total`. `documents` are the consolidated ones. `warnings`: LATE after `due_on` while something is left, BLOCKED, UNINVOICED_PAYMENTS. 400 names month (A-529).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Query() { month }: EinvoiceOverviewQuery) {
    return einvoiceOverviewView(await this.overview.of(ctx, month ?? ''));
  }
}
