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
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { viewOf, plainView } from '../../wire/view.js';

const ANY_ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const MAX_ID = 200;
/** The most that a balance can lose at once: 32 bits. */
const LEAST = -(2 ** 31 - 1);

/** POST /api/v1/retail/loyalty/update-points/. */
export class UpdatePointsBody {
  @field.text('Id of a customer of the business', ANY_ID, { max: MAX_ID }) customer_id!: string;
  @field.count('More than 0; for set the new balance, which may be 0', 50) points!: number;
  @field.choice(
    'add unless given; deduct and remove are other words for subtract (A-104)',
    choices('PointsOperationWord', pointsWords),
    {
      optional: true,
    },
  )
  operation?: PointsWord | null;
  @field.text('Why', 'Birthday', { optional: true }) reason?: string | null;
  @field.text('What the change is filed under', 'PROMO-2026-03', { optional: true }) reference?: string | null;
}

/** POST /api/v1/retail/loyalty/redeem/. */
export class RedeemBody {
  @field.text('Id of a customer of the business', ANY_ID, { max: MAX_ID }) customer_id!: string;
  @field.count('More than 0, and no more than the customer has (A-104)', 40, { min: 1 }) points!: number;
  @field.text('What the points are redeemed for', 'voucher', { optional: true }) reward_type?: string | null;
  @field.text('What the redemption is filed under', 'VOUCHER-0815', { optional: true }) reference?: string | null;
}

/** What update-points and redeem share. */
abstract class ChangedPointsView {
  @field.id('Id of the customer') customer_id!: string;
  @field.count('The points before', 100) previous_points!: number;
  @field.count('By how much they changed, negative when they went', 50, { min: LEAST }) points_changed!: number;
  @field.count('The points now', 150) loyalty_points!: number;
  @field.choice('The tier now', loyaltyTiers) loyalty_tier!: LoyaltyTier;
  @field.text('As it was sent', 'PROMO-2026-03', { nullable: true }) reference!: string | null;
}

@field.record('The answer of update-points (A-104)')
export class UpdatedPointsView extends ChangedPointsView {
  @field.choice('What was done', choices('PointsOperation', ['add', 'subtract', 'set'])) operation!: PointsOperation;
}

@field.record('The answer of redeem (A-104)')
export class RedeemedPointsView extends ChangedPointsView {
  @field.text('As it was sent', 'voucher', { nullable: true }) reward_type!: string | null;
}

@field.record('A tier of the loyalty programme')
export class LoyaltyTierView {
  @field.text('Name', 'Silver') name!: string;
  @field.count('From this balance of points on', 1000) min_points!: number;
  @field.count('Up to this balance; null for the highest tier', 4999, { nullable: true }) max_points!: number | null;
  @field.number('Percent; a sale grants it only as the discount of its lines (A-95)', 5, { min: 0 })
  discount_rate!: number;
  @field.texts('What it brings', ['Points that can be redeemed for rewards', '5 percent discount'])
  benefits!: string[];
}

@field.record("One change of a customer's points")
export class PointsMovementView {
  @field.id('Id of the movement') id!: string;
  @field.id('Id of the customer') customer_id!: string;
  @field.choice(
    'opening: brought along; correction: set on the customer; update: update-points; redemption: redeem; earned and returned: a sale and its refund',
    pointsKinds,
  )
  kind!: PointsKind;
  @field.count('By how much they changed, negative when they went', -40, { min: LEAST }) points_changed!: number;
  @field.count('The points after it', 60) balance!: number;
  @field.choice('The tier after it', loyaltyTiers) loyalty_tier!: LoyaltyTier;
  @field.text('Why, as it was sent', 'Birthday', { nullable: true }) reason!: string | null;
  @field.text('What it is filed under: as it was sent, or the number of the document', 'PROMO-2026-03', {
    nullable: true,
  })
  reference!: string | null;
  @field.text('What they were redeemed for', 'voucher', { nullable: true }) reward_type!: string | null;
  @field.id('The sale that earned them or gave them back', undefined, { nullable: true }) sale_id!: string | null;
  @field.id('Who did it; null for the service itself', undefined, { nullable: true }) actor_id!: string | null;
  @field.instant('When it happened (UTC)') created_at!: Date;
}

export const loyaltyTierView = plainView<TierTerms, LoyaltyTierView>(LoyaltyTierView, {
  fields: { benefits: ({ benefits }) => [...benefits] },
});

export const updatedPointsView = plainView<PointsChange & { operation: PointsOperation }, UpdatedPointsView>(
  UpdatedPointsView,
);

export const redeemedPointsView = plainView<PointsChange & { reward_type: string | null }, RedeemedPointsView>(
  RedeemedPointsView,
);

export const pointsMovementView = viewOf(PointsMovement, PointsMovementView);
