import { Injectable } from '@nestjs/common';
import { withoutCards, type Context, type Page, type PageRequest } from '@usaha/shared';
import { MAX_POINTS, type Customer } from '../customer/customer.entity.js';
import { CustomerRepository } from '../customer/customer.repository.js';
import { PointsLedger, type PointsCause } from './points-ledger.js';
import type { PointsMovement } from './points-movement.entity.js';
import { pointsOperationOf, type PointsOperation, type PointsWord } from './points-operation.js';
import type { LoyaltyTier } from './tiers.js';

export interface PointsUpdate {
  customer_id: string;
  /** More than 0; for `set` the new balance, which may be 0. */
  points: number;
  /** add unless given. */
  operation?: PointsWord | null;
  reason?: string | null;
  reference?: string | null;
}

export interface Redemption {
  customer_id: string;
  /** More than 0. */
  points: number;
  reward_type?: string | null;
  reference?: string | null;
}

/** A customer's points before and after a change. */
export interface PointsChange {
  customer_id: string;
  previous_points: number;
  /** Negative when they went: `loyalty_points` is the sum of the two before it. */
  points_changed: number;
  loyalty_points: number;
  loyalty_tier: LoyaltyTier;
  reference: string | null;
}

/** The sale that earns points or takes them back. */
export interface PointsSale {
  sale_id: string;
  /** What people know it by: the number of its invoice or credit note. */
  reference: string;
}

/** A text as its movement keeps it. */
const kept = (text: string | null | undefined): string | null => (typeof text === 'string' ? withoutCards(text) : null);

/**
 * Customers' points. Every change holds the customer and writes its movement in the same transaction, so that a balance
 * is the sum of its movements, also when other requests change it at the same time.
 */
@Injectable()
export class LoyaltyService {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly ledger: PointsLedger,
  ) {}

  /** A customer's movements, newest first. @throws not_found for a customer who is not there */
  async movements(ctx: Context, customer_id: string, page: PageRequest): Promise<Page<PointsMovement>> {
    const { id } = await this.customers.get(ctx, customer_id);
    return this.ledger.list(ctx, id, page);
  }

  /** @throws invalid for an unknown customer, 0 points, or a balance that would go below 0 or beyond 32 bits */
  async updatePoints(
    ctx: Context,
    { customer_id, points, operation, reason, reference }: PointsUpdate,
  ): Promise<PointsChange & { operation: PointsOperation }> {
    const done = pointsOperationOf(operation ?? 'add');
    const customer = await this.customers.lockReferenced(ctx, 'customer_id', customer_id);
    const change = this.change(ctx, customer, [done, points], { kind: 'update', reason, reference });
    return { ...change, operation: done };
  }

  /** @throws invalid for an unknown customer, 0 points, or more than there are */
  async redeem(
    ctx: Context,
    { customer_id, points, reward_type = null, reference }: Redemption,
  ): Promise<PointsChange & { reward_type: string | null }> {
    const customer = await this.customers.lockReferenced(ctx, 'customer_id', customer_id);
    const change = this.change(ctx, customer, ['subtract', points], {
      kind: 'redemption',
      reward_type,
      reference,
    });
    return { ...change, reward_type: kept(reward_type) };
  }

  /**
   * Adds the points of a sale.
   * @returns how many were added: none for a customer who is not there, and no more than a balance can hold
   */
  async earn(ctx: Context, customer_id: string, points: number, sale: PointsSale): Promise<number> {
    const customer = points > 0 ? await this.customers.lockIfExists(ctx, customer_id) : null;
    const added = customer ? Math.min(points, MAX_POINTS - customer.loyalty_points) : 0;
    if (customer && added > 0) this.change(ctx, customer, ['add', added], { kind: 'earned', ...sale });
    return added;
  }

  /**
   * Takes back points of a sale that was refunded or undone; what was spent meanwhile is gone.
   * @returns how many points were deducted: none for an unknown customer, and at most the balance
   */
  async takeBack(ctx: Context, customer_id: string, points: number, sale: PointsSale): Promise<number> {
    const customer = points > 0 ? await this.customers.lockIfExists(ctx, customer_id) : null;
    const taken = customer ? Math.min(points, customer.loyalty_points) : 0;
    if (customer && taken > 0) this.change(ctx, customer, ['subtract', taken], { kind: 'returned', ...sale });
    return taken;
  }

  private change(
    ctx: Context,
    customer: Customer,
    [operation, points]: [PointsOperation, number],
    cause: PointsCause,
  ): PointsChange {
    const previous_points = customer.loyalty_points;
    const points_changed = customer.changePoints(operation, points);
    this.customers.save(ctx, customer, 'change_points');
    this.ledger.enter(ctx, customer, points_changed, cause);
    return {
      customer_id: customer.id,
      previous_points,
      points_changed,
      loyalty_points: customer.loyalty_points,
      loyalty_tier: customer.loyalty_tier,
      reference: kept(cause.reference),
    };
  }
}
