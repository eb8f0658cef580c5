import { Body, Controller, Param, Query } from '@nestjs/common';
import { EinvoiceBuyerService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { BuyerBody, BuyerListQuery, BuyerPatch, BuyerView, buyerView } from './einvoice-buyers.wire.js';

@ApiTags('einvoices')
@Records({ buyer_id: EinvoiceBuyerService })
@Controller('api/v1/einvoices/buyers')
export class ReferenceEinvoiceBuyersController {
  constructor(private readonly buyers: EinvoiceBuyerService) {}

  @Creates('', BuyerView, {
    summary: 'Create a buyer',
    description:
      'A buyer has a TIN, or the number of an identity card, passport or army card; a business has a TIN and its registration number: otherwise 400 names tin. TIN, number, telephone number and state are kept as MyInvois spells them. A subject has one buyer: another one is 409 (A-517).',
  })
  @Addition()
  async create(@Ctx() ctx: Context, @Body() body: BuyerBody) {
    return buyerView(ctx.actor)(await this.buyers.create(ctx, body));
  }

  @Lists('', 'buyers', BuyerView, {
    summary: 'List buyers',
    description: 'Newest first. Roles below manager see the last four characters of TIN and number (A-531).',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: BuyerListQuery) {
    return (await this.buyers.list(ctx, query, pageOf(query))).map(buyerView(ctx.actor));
  }

  @Reads(':buyer_id', BuyerView, {
    summary: 'Read a buyer',
    description: 'Roles below manager see the last four characters of TIN and number (A-531).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('buyer_id') id: string) {
    return buyerView(ctx.actor)(await this.buyers.get(ctx, id));
  }

  @Changes(':buyer_id', BuyerView, {
    summary: 'Change a buyer',
    description: 'Absent fields are unchanged, null clears. An address is replaced as a whole (A-18, A-517).',
  })
  @Addition()
  async update(@Ctx() ctx: Context, @Param('buyer_id') id: string, @Body() body: BuyerPatch) {
    return buyerView(ctx.actor)(await this.buyers.update(ctx, id, body));
  }

  @Deletes(':buyer_id', DeletedView, {
    summary: 'Delete a buyer',
    description: 'The subject may have another buyer then (A-517).',
  })
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('buyer_id') id: string) {
    return deleted(await this.buyers.remove(ctx, id));
  }
}
