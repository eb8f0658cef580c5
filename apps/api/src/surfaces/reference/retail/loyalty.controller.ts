import { Body, Controller } from '@nestjs/common';
import { LoyaltyService, tierTable } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Acts, ListsWhole } from '../../../wire/route.js';
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
      'Adds, subtracts or sets points; the tier then follows from the points. Subtracting more than the balance is refused with 400 (A-103).',
  })
  async updatePoints(@Ctx() ctx: Context, @Body() body: UpdatePointsBody) {
    return updatedPointsView(await this.loyalty.updatePoints(ctx, body));
  }

  @ListsWhole('tiers', LoyaltyTierView, {
    summary: 'List tiers',
    description:
      'Lists the four tiers from lowest to highest, the same for every business. Not paginated (A-103). Benefits are in English or Malay (Accept-Language).',
  })
  tiers(@ReadIn() language: Language) {
    return tierTable.map(loyaltyTierView(language));
  }

  @Acts('redeem', RedeemedPointsView, {
    summary: 'Redeem points',
    description:
      'Deducts points for a reward. More than the balance is refused with 400, also for concurrent redemptions (A-104).',
  })
  async redeem(@Ctx() ctx: Context, @Body() body: RedeemBody) {
    return redeemedPointsView(await this.loyalty.redeem(ctx, body));
  }
}
