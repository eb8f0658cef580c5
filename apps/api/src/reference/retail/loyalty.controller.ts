import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LoyaltyService, tierTable } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { Acts, ListsWhole } from '../../wire/route.js';
import {
  LoyaltyTierView,
  RedeemBody,
  RedeemedPointsView,
  UpdatePointsBody,
  UpdatedPointsView,
  loyaltyTierView,
  redeemedPointsView,
  updatedPointsView,
} from './loyalty.wire.js';

@ApiTags('loyalty')
@OfModule('retail')
@Controller('api/v1/retail/loyalty')
export class ReferenceLoyaltyController {
  constructor(private readonly loyalty: LoyaltyService) {}

  @Acts('update-points', UpdatedPointsView, {
    summary: "Change a customer's points",
    description:
      'Adds, subtracts or sets; the tier is then that of the points, up or down (A-103). More than there are cannot be subtracted (400), and nothing is changed.',
  })
  async updatePoints(@Ctx() ctx: Context, @Body() body: UpdatePointsBody) {
    return updatedPointsView(await this.loyalty.updatePoints(ctx, body));
  }

  @ListsWhole('tiers', LoyaltyTierView, {
    summary: 'List the tiers',
    description: 'The four tiers from the lowest to the highest, the same for every business (A-103). Never paged.',
  })
  tiers() {
    return tierTable.map(loyaltyTierView);
  }

  @Acts('redeem', RedeemedPointsView, {
    summary: 'Redeem points',
    description:
      'Takes points for a reward. More than there are is a 400, and nothing is changed (A-104); of several redemptions at once those win that the points suffice for.',
  })
  async redeem(@Ctx() ctx: Context, @Body() body: RedeemBody) {
    return redeemedPointsView(await this.loyalty.redeem(ctx, body));
  }
}
