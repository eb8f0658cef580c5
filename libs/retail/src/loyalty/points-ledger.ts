import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import { tell } from '@usaha/shared/events';
import type { Customer } from '../customer/customer.entity.js';
import { PointsMovement, type PointsKind } from './points-movement.entity.js';
import { pointsChanged } from './points.events.js';

/** Why points changed. */
export interface PointsCause {
  kind: PointsKind;
  reason?: string | null;
  reference?: string | null;
  reward_type?: string | null;
  sale_id?: string | null;
}

/** The movements of customers' points. */
@Injectable()
export class PointsLedger extends Ledger<PointsMovement> {
  constructor(database: Database) {
    super(database, PointsMovement, 'customer_id');
  }

  /** Writes down what `changePoints` said it changed of a customer; nothing is no movement. */
  enter(ctx: Context, customer: Customer, points_changed: number, cause: PointsCause): void {
    if (points_changed === 0) return;
    const { id, version, loyalty_points: balance } = customer;
    const { kind, sale_id = null } = cause;
    this.append(ctx, [
      {
        position: version,
        customer_id: id,
        kind,
        points_changed,
        balance,
        loyalty_tier: customer.loyalty_tier,
        reason: cause.reason ?? null,
        reference: cause.reference ?? null,
        reward_type: cause.reward_type ?? null,
        sale_id,
      },
    ]);
    tell(ctx, pointsChanged, () => ({ id, version, kind, points_changed, balance, sale_id }));
  }
}
