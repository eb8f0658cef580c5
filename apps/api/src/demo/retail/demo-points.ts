import { PointsMovement, type Customer, type PointsKind } from '@usaha/retail';
import { newId } from '@usaha/shared';

/** Changes a customer's points as `LoyaltyService` does: customer and ledger together. @returns the ledger's entry */
export function movePoints(
  customer: Customer,
  points: number,
  at: Date,
  why: { kind: PointsKind } & Partial<Pick<PointsMovement, 'reference' | 'reward_type' | 'sale_id' | 'actor_id'>>,
): PointsMovement {
  const points_changed = customer.changePoints(points > 0 ? 'add' : 'subtract', Math.abs(points));
  customer.version += 1;
  customer.updated_at = at;
  return Object.assign(new PointsMovement(), {
    id: newId(at),
    created_at: at,
    position: customer.version,
    customer_id: customer.id,
    points_changed,
    balance: customer.loyalty_points,
    loyalty_tier: customer.loyalty_tier,
    ...why,
  });
}
