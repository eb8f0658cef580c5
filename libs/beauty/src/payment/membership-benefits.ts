import { money } from '@usaha/shared';
import type { Membership, MembershipBenefit } from '../membership/membership.entity.js';
import type { SalonService } from '../service/salon-service.entity.js';

/** What of a service benefits follow. */
export type BenefitedService = Pick<SalonService, 'id' | 'membership_discount' | 'promotion_discount'>;

/**
 * Percent that a line's price is reduced by: the largest of the promotion of its service, which is for all, and, of a
 * client with a membership in force, what the service gives members and what the memberships give; never added up.
 */
export function benefitOf(
  memberships: readonly Pick<Membership, 'benefits'>[],
  { id, membership_discount, promotion_discount }: BenefitedService,
): number {
  const promotion = promotion_discount ?? 0;
  if (memberships.length === 0) return promotion;
  const given = memberships.flatMap(({ benefits }) => benefits.map((benefit) => percentOf(benefit, id)));
  return Math.max(promotion, membership_discount ?? 0, ...given);
}

/** A free service that names none frees none; priority is the order of the waiting list alone. */
function percentOf({ type, value, service_id }: MembershipBenefit, service: string): number {
  if (type === 'percentage_discount') return value ?? 0;
  return type === 'free_service' && service_id === service ? 100 : 0;
}

/** What such a benefit takes off a price, in MYR, half-up. */
export const takenOff = (price: number, percent: number): number => money.percent(price, percent);
