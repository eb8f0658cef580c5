import { Body, Controller } from '@nestjs/common';
import { ConsolidationService } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs } from '../../../wire/permissions.js';
import { Addition, Creates } from '../../../wire/route.js';
import { ConsolidationBody, ConsolidationView, consolidationView } from './einvoice-consolidations.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/consolidations')
export class ReferenceEinvoiceConsolidationsController {
  constructor(private readonly consolidations: ConsolidationService) {}

  @Creates('', ConsolidationView, {
    summary: 'Consolidate a month',
    description:
      'For managers. Puts what has no e-invoice of a month into documents to the general public, by unbroken runs of numbers; refunds of the month are taken off. At most 20,000 documents of industries at once: where `complete` is false, ask again. 400 names month unless it is over; in the simulator the running one is a rehearsal. 409 EINVOICES_OFF (A-524).',
  })
  @Needs('einvoices.manage')
  @Addition()
  async create(@Ctx() ctx: Context, @Body() { month, module }: ConsolidationBody, @ReadIn() language: Language) {
    return consolidationView(ctx.actor, language)(await this.consolidations.consolidate(ctx, month, module ?? null));
  }
}
