import { money } from '@usaha/shared';
import type { Membership } from '../membership/membership.entity.js';

/**
 * Percent that a line's price is reduced by for a member: the largest of what the memberships in force give and, since
 * there is one, what the service gives members; never added up. 0 without a membership.
 */
export function benefitOf(
  memberships: readonly Pick<Membership, 'benefits'>[],
  membership_discount: number | null | undefined,
): number {
  if (memberships.length === 0) return 0;
  const given = memberships.flatMap(({ benefits }) =>
    benefits.filter(({ type }) => type === 'percentage_discount').map(({ value }) => value ?? 0),
  );
  return Math.max(0, membership_discount ?? 0, ...given);
}

/** What such a benefit takes off a price, in MYR, half-up. */
export const takenOff = (price: number, percent: number): number => money.percent(price, percent);
