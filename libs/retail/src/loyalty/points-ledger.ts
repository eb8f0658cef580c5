import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import type { Customer } from '../customer/customer.entity.js';
import { PointsMovement, type PointsKind } from './points-movement.entity.js';

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
    this.append(ctx, [
      {
        position: customer.version,
        customer_id: customer.id,
        kind: cause.kind,
        points_changed,
        balance: customer.loyalty_points,
        loyalty_tier: customer.loyalty_tier,
        reason: cause.reason ?? null,
        reference: cause.reference ?? null,
        reward_type: cause.reward_type ?? null,
        sale_id: cause.sale_id ?? null,
      },
    ]);
  }
}
