import { Body, Controller, Param, Query } from '@nestjs/common';
import { CodPayoutService } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  CodPayoutBody,
  CodPayoutListQuery,
  CodPayoutView,
  PaidOutView,
  VoidEntryBody,
  codPayoutView,
  paidOutView,
} from './cod.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ payout_id: CodPayoutService })
@Controller('api/v1/logistics/cod-payouts')
export class ReferenceCodPayoutsController {
  constructor(private readonly payouts: CodPayoutService) {}

  @Creates('', PaidOutView, {
    summary: 'Record what a sender is paid of the cash on delivery',
    description:
      'For administrators and managers. Without an amount all that is owed. More than is owed is refused with 400, and with 409 where nothing is owed (A-381).',
  })
  @Addition()
  @Needs('cod.pay')
  async record(@Ctx() ctx: Context, @Body() body: CodPayoutBody) {
    return paidOutView(await this.payouts.record(ctx, body));
  }

  @Lists('', 'cod_payouts', CodPayoutView, {
    summary: 'List what senders were paid',
    description: 'The last recorded first, void payouts too.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: CodPayoutListQuery) {
    return (await this.payouts.list(ctx, query, pageOf(query))).map(codPayoutView);
  }

  @Acts(':payout_id/void', PaidOutView, {
    summary: 'Make a payout void',
    description:
      'For administrators and managers. It stays listed and counts on no day; its amount is owed again. One that is void already is refused with 409, and so is one whose sender has no name any more (A-316).',
  })
  @Addition()
  @Needs('cod.correct')
  async void(@Ctx() ctx: Context, @Param('payout_id') id: string, @Body() { reason }: VoidEntryBody) {
    return paidOutView(await this.payouts.void(ctx, id, reason));
  }
}
