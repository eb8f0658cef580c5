import { Body, Controller, Query } from '@nestjs/common';
import { DailyClosingService, listTakings } from '@usaha/core';
import { shopTakings } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Addition, Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  DailyClosingBody,
  DailyClosingListQuery,
  DailyClosingView,
  TakingListQuery,
  TakingView,
  dailyClosingView,
  takingView,
} from '../takings.wire.js';

@ApiTags('takings')
@OfModule('retail')
@Controller('api/v1/retail')
export class ReferenceRetailTakingsController {
  constructor(private readonly closings: DailyClosingService) {}

  @Lists('payments', 'payments', TakingView, {
    summary: 'List the payments of a shop',
    description:
      'Amounts received at sales and later on account, and given back by refunds and voids, newest first; what is owed is no payment. purpose is sale, account, refund, void or status: a status takes what is left of a sale out of the takings, or brings it back (A-184). Days are those of the entry (A-354).',
  })
  @Addition()
  async payments(@Ctx() ctx: Context, @Query() query: TakingListQuery) {
    return (await listTakings(ctx, shopTakings, query, pageOf(query))).map(takingView);
  }

  @Creates('daily-closings', DailyClosingView, {
    summary: 'Keep a count of the cash of a shop',
    description:
      'Keeps the count with its difference from float and net takings in cash as they are now. It is never changed; a further count of the same day and cashier is a further record, and the latest counts (A-354).',
  })
  @Addition()
  async count(@Ctx() ctx: Context, @Body() body: DailyClosingBody) {
    return dailyClosingView(await this.closings.count(ctx, shopTakings, body));
  }

  @Lists('daily-closings', 'daily_closings', DailyClosingView, {
    summary: 'List the counts of the cash of a shop',
    description: 'Newest first, all counts of each day (A-354).',
  })
  @Addition()
  async counts(@Ctx() ctx: Context, @Query() query: DailyClosingListQuery) {
    return (await this.closings.list(ctx, 'retail', query, pageOf(query))).map(dailyClosingView);
  }
}
