import { Body, Controller, Param, Query } from '@nestjs/common';
import { EinvoiceCancelling, EinvoiceDocumentService, type ModuleKey, type Rights } from '@usaha/core';
import { forbidden, type Context, type Language } from '@usaha/shared';
import { messages } from '../../../http/messages.js';
import { Ctx, FromRights } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  CancelEinvoiceBody,
  DiscardEinvoiceBody,
  EinvoiceBody,
  EinvoiceListQuery,
  EinvoiceTextView,
  EinvoiceView,
  RetryEinvoiceBody,
  einvoiceTextView,
  einvoiceView,
} from './einvoices.wire.js';

@ApiTags('einvoices')
@Records({ einvoice_id: EinvoiceDocumentService })
@Controller('api/v1/einvoices')
export class ReferenceEinvoicesController {
  constructor(
    private readonly einvoices: EinvoiceDocumentService,
    private readonly cancelling: EinvoiceCancelling,
  ) {}

  @Creates('', EinvoiceView, {
    summary: 'Ask for an e-invoice of a document',
    description:
      'Makes a separate e-invoice of a sale, bill, invoice, visit, package or freight invoice; notes about its earlier refunds come with it. 400 names source for a document that is unknown, a refund, cancelled, or of a total of 0, and buyer where none is known. 409 EINVOICES_OFF, ALREADY_INVOICED, ALREADY_CONSOLIDATED with `details.einvoice_id`. A document that lacks something is blocked, and its errors say why (A-515, A-516, A-519).',
  })
  @Addition()
  async create(
    @Ctx() ctx: Context,
    @FromRights() rights: Rights,
    @Body() body: EinvoiceBody,
    @ReadIn() language: Language,
  ) {
    assertEnabled(rights, body.source.module);
    return einvoiceView(ctx.actor, language)(await this.einvoices.create(ctx, body));
  }

  @Lists('', 'einvoices', EinvoiceView, {
    summary: 'List e-invoices',
    description: 'Newest first. Roles below manager see the last four characters of TIN and number (A-520, A-531).',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: EinvoiceListQuery, @ReadIn() language: Language) {
    return (await this.einvoices.list(ctx, query, pageOf(query))).map(einvoiceView(ctx.actor, language));
  }

  @Reads(':einvoice_id', EinvoiceView, {
    summary: 'Read an e-invoice',
    description: 'Roles below manager see the last four characters of TIN and number (A-520, A-531).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('einvoice_id') id: string, @ReadIn() language: Language) {
    return einvoiceView(ctx.actor, language)(await this.einvoices.get(ctx, id));
  }

  @Reads(':einvoice_id/raw', EinvoiceTextView, {
    summary: 'Read the text of an e-invoice',
    description:
      'For managers. The document exactly as it is sent, its SHA-256 and its size. 404 where it could not be built (A-519).',
  })
  @Needs('einvoices.manage')
  @Addition()
  async raw(@Ctx() ctx: Context, @Param('einvoice_id') id: string) {
    return einvoiceTextView(await this.einvoices.textOf(ctx, id));
  }

  @Acts(':einvoice_id/retry', EinvoiceView, {
    summary: 'Build an e-invoice again',
    description:
      'One that is blocked or invalid is built again, with the same number, and queued; errors say what is in the way again. All others are 409 WRONG_STATUS. Where its outcome is unknown, 400 names confirm unless it is true (A-520, A-522).',
  })
  @Addition()
  async retry(
    @Ctx() ctx: Context,
    @Param('einvoice_id') id: string,
    @Body() body: RetryEinvoiceBody,
    @ReadIn() language: Language,
  ) {
    return einvoiceView(ctx.actor, language)(await this.einvoices.retry(ctx, id, body));
  }

  @Acts(':einvoice_id/discard', EinvoiceView, {
    summary: 'Discard an e-invoice',
    description:
      'For managers. One that is blocked, queued or invalid; its document goes back to the pool. All others are 409 WRONG_STATUS (A-520).',
  })
  @Needs('einvoices.manage')
  @Addition()
  async discard(
    @Ctx() ctx: Context,
    @Param('einvoice_id') id: string,
    @Body() { reason }: DiscardEinvoiceBody,
    @ReadIn() language: Language,
  ) {
    return einvoiceView(ctx.actor, language)(await this.einvoices.discard(ctx, id, reason ?? null));
  }

  @Acts(':einvoice_id/cancel', EinvoiceView, {
    summary: 'Cancel an e-invoice',
    description:
      'For managers. A valid one, within 72 hours of its validation; its document goes back to the pool. Where MyInvois does not answer, it stays valid with the warning CANCEL_PENDING, and a job goes on. 409 WRONG_STATUS, WINDOW_OVER, and ACTIVE_NOTES while there are notes about it (A-526).',
  })
  @Needs('einvoices.manage')
  @Addition()
  async cancel(
    @Ctx() ctx: Context,
    @Param('einvoice_id') id: string,
    @Body() { reason }: CancelEinvoiceBody,
    @ReadIn() language: Language,
  ) {
    return einvoiceView(ctx.actor, language)(await this.cancelling.cancel(ctx, id, reason));
  }
}

function assertEnabled({ disabled_modules }: Rights, module: ModuleKey): void {
  if (disabled_modules.includes(module))
    throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
}
