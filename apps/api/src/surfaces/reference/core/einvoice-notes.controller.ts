import { Body, Controller, Param } from '@nestjs/common';
import { EinvoiceDocumentService, WrittenNotesService } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates } from '../../../wire/route.js';
import { EinvoiceNoteBody } from './einvoice-notes.wire.js';
import { EinvoiceView, einvoiceView } from './einvoices.wire.js';

@ApiTags('einvoices')
@Records({ einvoice_id: EinvoiceDocumentService })
@Controller('api/v1/einvoices')
export class ReferenceEinvoiceNotesController {
  constructor(private readonly notes: WrittenNotesService) {}

  @Creates(':einvoice_id/notes', EinvoiceView, {
    summary: 'Write a note about an e-invoice',
    description:
      'For managers. A credit or refund note about a valid e-invoice, without a time limit: amounts without tax by line, or all that notes and refunds have left; taxes follow in proportion. 400 names lines.0.amount for more than is left. With `release` the document may be invoiced again once notes of the whole are valid. 409 EINVOICES_OFF; WRONG_STATUS for one that is not valid, is a note, or is being cancelled (A-525).',
  })
  @Needs('einvoices.manage')
  @Addition()
  async write(
    @Ctx() ctx: Context,
    @Param('einvoice_id') id: string,
    @Body() body: EinvoiceNoteBody,
    @ReadIn() language: Language,
  ) {
    return einvoiceView(ctx.actor, language)(await this.notes.write(ctx, id, body));
  }
}
