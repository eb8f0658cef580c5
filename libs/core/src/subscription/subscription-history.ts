import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import { SubscriptionEntry, type SubscriptionEntryKind } from './subscription-entry.entity.js';
import type { Subscription } from './subscription.entity.js';

/** A payment, or the part of one that was given back. */
export interface CountedMoney {
  payment_id: string;
  /** In the subscription's currency, above 0. */
  amount: number;
}

/** What happened to subscriptions. */
@Injectable()
export class SubscriptionHistory extends Ledger<SubscriptionEntry> {
  constructor(database: Database) {
    super(database, SubscriptionEntry, 'subscription_id');
  }

  /** Writes down how a subscription stands after what happened; call it after `save`, which raises the version. */
  enter(ctx: Context, subscription: Subscription, kind: SubscriptionEntryKind, money?: CountedMoney): void {
    const { id: subscription_id, version: position, plan_type, plan_id, billing_cycle, amount, ends_at } = subscription;
    const { payment_id = null, amount: payment_amount = null } = money ?? {};
    const stands = { paid_amount: subscription.received_amount, left_amount: subscription.valueLeft(ctx.now) };
    const plan = { plan_type, plan_id, billing_cycle, amount, ends_at };
    this.append(ctx, [{ position, subscription_id, kind, ...plan, payment_id, payment_amount, ...stands }]);
  }
}
