import { Entity } from 'typeorm';
import {
  DataSubject,
  NAME_AND_CONTACT,
  consenting,
  contactDetails,
  preferMessages,
  type MessagePreferences,
  type PreferenceStatement,
} from '@usaha/core';
import { columns, fieldMessages, assignDefined, invalid } from '@usaha/shared';
import { pointsOperations, type PointsOperation } from '../loyalty/points-operation.js';
import { loyaltyTiers, tierOf, type LoyaltyTier } from '../loyalty/tiers.js';
import { messages } from '../messages.js';

/** The most points that a customer can have: 32 bits. */
export const MAX_POINTS = 2 ** 31 - 1;

/** Fields of a customer that clients may set freely: no rule depends on them. */
const details = [...contactDetails, 'notes', 'is_active'] as const satisfies (keyof Customer)[];
export type CustomerDetails = Pick<Customer, (typeof details)[number]> & PreferenceStatement;

/**
 * A customer of a shop. The points are the sum of their movements, and change only together with one.
 */
@Entity({ schema: 'retail', name: 'customers' })
export class Customer extends consenting(DataSubject) {
  /** Not searched for. */
  @columns.sealed({ code: true }) ic_number!: string | null;
  /** The tier of the points, unless another was given since they last changed. */
  @columns.choice(loyaltyTiers) loyalty_tier: LoyaltyTier = 'bronze';
  @columns.count() loyalty_points = 0;
  @columns.flag() is_active = true;
  @columns.text({ nullable: true, personal: true }) notes: string | null = null;
  /** By which ways the person may be told, and in which language. */
  @columns.object({ nullable: true, personal: true }) message_preferences: MessagePreferences | null = null;
  /** What the program that sent it calls it; of an erased one a fingerprint of it. */
  @columns.code({ nullable: true, personal: true }) client_reference: string | null = null;
  /** Of the request that made it, where that named a reference. */
  @columns.code({ nullable: true, unaudited: true, personal: true }) fingerprint: string | null = null;
  @columns.derived(NAME_AND_CONTACT) readonly search_text?: string;

  /** Absent fields stay. */
  describe(changes: Partial<CustomerDetails>): void {
    assignDefined(this, changes, details);
    preferMessages(this, changes);
  }

  /**
   * Changes the points; then the tier is again that of the points, up or down.
   * @returns by how much they changed, negative when they went
   * @throws invalid for 0 points, and for a balance below 0 or beyond 32 bits
   */
  changePoints(operation: PointsOperation, points: number): number {
    if (points <= 0 && operation !== 'set')
      throw invalid('points', fieldMessages.mustBeMoreThanZero({ field: 'points' }));
    const before = this.loyalty_points;
    const balance = pointsOperations[operation](before, points);
    if (balance < 0) throw invalid('points', messages.pointsShort({ balance: before, points }));
    if (balance > MAX_POINTS) throw invalid('points', messages.pointsTooMany({ most: MAX_POINTS }));
    if (balance === before) return 0;
    this.loyalty_points = balance;
    this.loyalty_tier = tierOf(balance);
    return balance - before;
  }

  /** Another tier than that of the points, until they next change. */
  grantTier(tier: LoyaltyTier): void {
    this.loyalty_tier = tier;
  }
}
