import {
  loyaltyTiers,
  pointsKinds,
  pointsWords,
  PointsMovement,
  type LoyaltyTier,
  type PointsChange,
  type PointsKind,
  type PointsOperation,
  type PointsWord,
  type TierTerms,
} from '@usaha/retail';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf, plainView, plainViewFor } from '../../../wire/view.js';

const ANY_ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const MAX_ID = 200;
/** The most that a balance can lose at once: 32 bits. */
const LEAST = -(2 ** 31 - 1);

/** POST /api/v1/retail/loyalty/update-points/. */
export class UpdatePointsBody {
  @field.text('Id of a customer of the business', ANY_ID, { max: MAX_ID }) customer_id!: string;
  @field.count('Points, more than 0; for set the new balance, which may be 0', 50) points!: number;
  @field.choice(
    'Operation; default add. deduct and remove are synonyms of subtract (A-104)',
    choices('PointsOperationWord', pointsWords),
    {
      optional: true,
    },
  )
  operation?: PointsWord | null;
  @field.text('Reason', 'Birthday', { optional: true }) reason?: string | null;
  @field.text('Reference of the change', 'PROMO-2026-03', { optional: true }) reference?: string | null;
}

/** POST /api/v1/retail/loyalty/redeem/. */
export class RedeemBody {
  @field.text('Id of a customer of the business', ANY_ID, { max: MAX_ID }) customer_id!: string;
  @field.count('Points to redeem, more than 0 and at most the balance (A-104)', 40, { min: 1 }) points!: number;
  @field.text('Reward for the points', 'voucher', { optional: true }) reward_type?: string | null;
  @field.text('Reference of the redemption', 'VOUCHER-0815', { optional: true }) reference?: string | null;
}

/** What update-points and redeem share. */
abstract class ChangedPointsView {
  @field.id('Id of the customer') customer_id!: string;
  @field.count('Points before the change', 100) previous_points!: number;
  @field.count('Change in points; negative for a deduction', 50, { min: LEAST }) points_changed!: number;
  @field.count('Points after the change', 150) loyalty_points!: number;
  @field.choice('Tier after the change', loyaltyTiers) loyalty_tier!: LoyaltyTier;
  @field.text('As sent', 'PROMO-2026-03', { nullable: true }) reference!: string | null;
}

@field.record('The result of a change of points (A-104)')
export class UpdatedPointsView extends ChangedPointsView {
  @field.choice('Operation', choices('PointsOperation', ['add', 'subtract', 'set'])) operation!: PointsOperation;
}

@field.record('The result of a redemption (A-104)')
export class RedeemedPointsView extends ChangedPointsView {
  @field.text('As sent', 'voucher', { nullable: true }) reward_type!: string | null;
}

@field.record('A tier of the loyalty programme')
export class LoyaltyTierView {
  @field.text('Name', 'Silver') name!: string;
  @field.count('Minimum points of the tier', 1000) min_points!: number;
  @field.count('Maximum points of the tier; null for the highest tier', 4999, { nullable: true }) max_points!:
    number | null;
  @field.number(
    'Discount of the tier in percent: given as the discount of lines, or by itself with apply_tier_discounts (A-95, A-346)',
    5,
    { min: 0 },
  )
  discount_rate!: number;
  @field.texts('Benefits', ['Points that can be redeemed for rewards', '5 percent discount'])
  benefits!: string[];
}

@field.record("One entry in a customer's points ledger")
export class PointsMovementView {
  @field.id('Id of the movement') id!: string;
  @field.id('Id of the customer') customer_id!: string;
  @field.choice(
    'Type of entry. opening: initial balance; correction: set on the customer; update: update-points; redemption: redeem; earned: a sale; returned: a refund',
    pointsKinds,
  )
  kind!: PointsKind;
  @field.count('Change in points; negative for a deduction', -40, { min: LEAST }) points_changed!: number;
  @field.count('Balance after the entry', 60) balance!: number;
  @field.choice('Tier after the entry', loyaltyTiers) loyalty_tier!: LoyaltyTier;
  @field.text('Reason, as sent', 'Birthday', { nullable: true }) reason!: string | null;
  @field.text('Reference, as sent, or the number of the document', 'PROMO-2026-03', {
    nullable: true,
  })
  reference!: string | null;
  @field.text('Reward, as sent', 'voucher', { nullable: true }) reward_type!: string | null;
  @field.id('Id of the sale that earned or returned the points', undefined, { nullable: true }) sale_id!: string | null;
  @field.id('Id of the user who made the change; null for the service itself', undefined, { nullable: true })
  actor_id!: string | null;
  @field.instant('Time of the entry (UTC)') created_at!: Date;
}

/** By the language that the client reads. */
export const loyaltyTierView = plainViewFor<TierTerms, LoyaltyTierView, Language>(LoyaltyTierView, {
  fields: { benefits: ({ benefits }, language) => benefits.map((benefit) => benefit[language]) },
});

export const updatedPointsView = plainView<PointsChange & { operation: PointsOperation }, UpdatedPointsView>(
  UpdatedPointsView,
);

export const redeemedPointsView = plainView<PointsChange & { reward_type: string | null }, RedeemedPointsView>(
  RedeemedPointsView,
);

export const pointsMovementView = viewOf(PointsMovement, PointsMovementView, { personal: ['reason', 'reference'] });
