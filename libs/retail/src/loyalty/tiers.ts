import type { Words } from '@usaha/shared';

/** The tiers, from the lowest to the highest. */
export const loyaltyTiers = ['bronze', 'silver', 'gold', 'platinum'] as const;
export type LoyaltyTier = (typeof loyaltyTiers)[number];

/** What a tier is and what it brings. */
export interface TierTerms {
  /** As it is shown; a customer's own `loyalty_tier` is in lower case. */
  name: string;
  /** From this balance on … */
  min_points: number;
  /** … up to this one; null for the highest tier. */
  max_points: number | null;
  /** Percent. A cashier grants it as the discount of a line; with `apply_tier_discounts` a line that sends none has it. */
  discount_rate: number;
  benefits: readonly Words[];
}

const points: Words = { en: 'Points that can be redeemed for rewards', ms: 'Mata yang boleh ditebus untuk ganjaran' };
const discount = (rate: number): Words => ({ en: `${rate} percent discount`, ms: `Diskaun ${rate} peratus` });

/** The table of document 2, "Loyalty tier"; it names no benefits, which are therefore the rest of the row in words. */
const table: Readonly<Record<LoyaltyTier, TierTerms>> = {
  bronze: {
    name: 'Bronze',
    min_points: 0,
    max_points: 999,
    discount_rate: 0,
    benefits: [points],
  },
  silver: {
    name: 'Silver',
    min_points: 1_000,
    max_points: 4_999,
    discount_rate: 5,
    benefits: [points, discount(5)],
  },
  gold: {
    name: 'Gold',
    min_points: 5_000,
    max_points: 9_999,
    discount_rate: 10,
    benefits: [points, discount(10)],
  },
  platinum: {
    name: 'Platinum',
    min_points: 10_000,
    max_points: null,
    discount_rate: 15,
    benefits: [points, discount(15)],
  },
};

/** All tiers, from the lowest to the highest. */
export const tierTable: readonly TierTerms[] = loyaltyTiers.map((tier) => table[tier]);

/** Percent that a tier takes off. */
export const tierDiscount = (tier: LoyaltyTier): number => table[tier].discount_rate;

/** The tier of a balance. @param balance 0 or more */
export const tierOf = (balance: number): LoyaltyTier =>
  loyaltyTiers.findLast((tier) => table[tier].min_points <= balance) ?? 'bronze';
