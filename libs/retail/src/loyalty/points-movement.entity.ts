import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';
import { loyaltyTiers, type LoyaltyTier } from './tiers.js';

export const pointsKinds = ['opening', 'correction', 'update', 'redemption', 'earned', 'returned'] as const;
export type PointsKind = (typeof pointsKinds)[number];

/** One change of a customer's points: who, why, and what was left. A customer's balance is the sum of these. */
@Entity({ schema: 'retail', name: 'points_movements' })
export class PointsMovement extends LedgerEntry {
  @columns.uuid() customer_id!: string;
  @columns.choice(pointsKinds) kind!: PointsKind;
  /** In points, negative when they went; never 0. */
  @columns.count() points_changed!: number;
  /** The points after it. */
  @columns.count() balance!: number;
  /** The tier after it. */
  @columns.choice(loyaltyTiers) loyalty_tier!: LoyaltyTier;
  @columns.text({ nullable: true, personal: true }) reason: string | null = null;
  @columns.text({ nullable: true, personal: true }) reference: string | null = null;
  /** What points were redeemed for. */
  @columns.text({ nullable: true }) reward_type: string | null = null;
  /** The sale that earned them, or gave them back. */
  @columns.uuid({ nullable: true }) sale_id: string | null = null;
}
