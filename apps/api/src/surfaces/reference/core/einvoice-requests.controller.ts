import { Controller, Query } from '@nestjs/common';
import { EinvoiceRequestLinks, EinvoiceRequestPages, coreNouns, type ModuleKey, type SourceKind } from '@usaha/core';
import { fieldMessages, invalid, notFound, type Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { Addition, Reads } from '../../../wire/route.js';
import { EinvoiceRequestLinkQuery, EinvoiceRequestLinkView } from './einvoice-requests.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/request-link')
export class ReferenceEinvoiceRequestsController {
  constructor(
    private readonly pages: EinvoiceRequestPages,
    private readonly links: EinvoiceRequestLinks,
  ) {}

  @Reads('', EinvoiceRequestLinkView, {
    summary: 'Read the link by which a buyer asks for an e-invoice',
    description:
      'Of a sale, bill, invoice, visit, package or freight invoice. 404 for a document that is unknown or a refund, 60 days after its month, with e-invoices off, and while the module is disabled (A-518).',
  })
  @Addition()
  async get(
    @Ctx() ctx: Context,
    @Query() query: EinvoiceRequestLinkQuery,
    @ReachedAt() reachedAt: string,
  ): Promise<EinvoiceRequestLinkView> {
    const ref = {
      module: given<ModuleKey>('module', query.module),
      kind: given<SourceKind>('kind', query.kind),
      id: given('id', query.id),
    };
    const url = this.links.urlOf(ctx, ref, reachedAt);
    const page = url === null ? null : await this.pages.shown(ctx, ref);
    if (url === null || page === null) throw notFound(coreNouns.einvoice_page);
    return { url, state: page.state, until: page.until };
  }
}

/** @throws invalid naming the parameter where it is missing */
function given<T extends string>(field: string, value: T | undefined): T {
  if (value === undefined) throw invalid(field, fieldMessages.mustNotBeEmpty({ field }));
  return value;
}
