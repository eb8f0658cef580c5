import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  fromDay,
  toDay,
  type Context,
  type Filters,
} from '@usaha/shared';
import { Payment } from './payment.entity.js';
import { nouns } from '../messages.js';

/** Filters of a list of payments. Dates are calendar days of `created_at`, UTC+8, both included. */
export interface PaymentFilters {
  status?: string;
  date_from?: string;
  date_to?: string;
}

const filters: Filters<PaymentFilters> = {
  status: equals('status'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
};

declareReferences({
  payments_tenant: 'tenant_id',
  payments_subscription: 'subscription_id',
  payments_method: 'payment_method_id',
});

/** The payments of a tenant. */
@Injectable()
export class PaymentRepository extends Repository<Payment, PaymentFilters> {
  constructor(database: Database) {
    super(database, Payment, { noun: nouns.payment, filters });
  }

  /** What an earlier request with the same Idempotency-Key began. */
  findByRequest(ctx: Context, request_key: string): Promise<Payment | null> {
    return this.first(ctx, `${this.mine} and r.request_key = $2`, [ctx.tenant_id, request_key]);
  }

  /** Those that have no outcome yet, oldest first. */
  async pending(ctx: Context): Promise<{ id: string; created_at: Date }[]> {
    const rows = await ctx.db.read(
      `select r.id, r.created_at from ${this.table.path} r where ${this.mine} and r.status = 'pending' order by r.id`,
      [ctx.tenant_id],
    );
    return rows.map(([id, created_at]) => ({ id: id as string, created_at: created_at as Date }));
  }

  /** The sum of a subscription's payments that have no outcome yet, in one currency. */
  async pendingFor(ctx: Context, subscription_id: string, currency: string): Promise<number> {
    const [row] = await ctx.db.read(
      `select coalesce(sum(r.amount), 0) from ${this.table.path} r
        where ${this.mine} and r.status = 'pending' and r.subscription_id = $2 and r.currency = $3`,
      [ctx.tenant_id, subscription_id, currency],
    );
    return Number(row?.[0]);
  }
}
