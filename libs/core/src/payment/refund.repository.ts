import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  runAcrossTenants,
  type Context,
  type Row,
  type ShardScope,
} from '@usaha/shared';
import type { Payment } from './payment.entity.js';
import { Refund } from './refund.entity.js';
import { nouns } from '../messages.js';

/** A refund without an outcome, and the payment of which it gives back. */
export interface PendingRefund {
  refund: Pick<Refund, 'id' | 'created_at' | 'amount'>;
  payment: Pick<Payment, 'id' | 'amount' | 'refunded_amount' | 'currency' | 'gateway' | 'gateway_id'>;
}

declareReferences({ refunds_payment: 'payment_id' });

/** The refunds of a tenant's payments. */
@Injectable()
export class RefundRepository extends Repository<Refund> {
  constructor(database: Database) {
    super(database, Refund, { noun: nouns.refund });
  }

  /** What an earlier request with the same Idempotency-Key began. */
  findByRequest(ctx: Context, request_key: string): Promise<Refund | null> {
    return this.first(ctx, `${this.mine} and r.request_key = $2`, [ctx.tenant_id, request_key]);
  }

  /** Tenants on some machines with refunds that have no outcome yet. */
  async tenantsWithPending(ctx: Context, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from ${this.table.path} r where r.status = 'pending' and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }

  /** Those that have no outcome yet, oldest first, each with its payment. */
  async pending(ctx: Context): Promise<PendingRefund[]> {
    const rows = await ctx.db.read(
      `select r.id, r.created_at, r.payment_id, r.amount, p.amount, p.refunded_amount, p.currency, p.gateway, p.gateway_id
         from ${this.table.path} r
         join core.payments p on p.tenant_id = $1 and p.id = r.payment_id
        where ${this.mine} and r.status = 'pending' order by r.id`,
      [ctx.tenant_id],
    );
    return rows.map(
      ([id, created_at, payment_id, amount, charged, refunded_amount, currency, gateway, gateway_id]) =>
        ({
          refund: { id, created_at, amount: Number(amount) },
          payment: {
            id: payment_id,
            amount: Number(charged),
            refunded_amount: Number(refunded_amount),
            currency,
            gateway,
            gateway_id,
          },
        }) as PendingRefund,
    );
  }

  /** Puts into each payment the refunds that it has; most have none, and cost nothing. */
  async load(ctx: Context, payments: readonly Payment[]): Promise<void> {
    await this.put(ctx, payments, (ids) =>
      ctx.db.read(
        `select ${this.table.selected} from ${this.table.path} r
         where ${this.mine} and r.payment_id = any($2) and r.status <> 'failed' order by r.id`,
        [ctx.tenant_id, ids],
      ),
    );
  }

  /** The same for payments of several tenants. The caller makes sure that the actor may see them. */
  async loadEverywhere(ctx: Context, payments: readonly Payment[]): Promise<void> {
    const tenant_ids = [...new Set(payments.map(({ tenant_id }) => tenant_id))];
    await this.put(ctx, payments, (ids) =>
      runAcrossTenants(ctx, () =>
        ctx.db.read(
          `select ${this.table.selected} from ${this.table.path} r
           where r.tenant_id = any($1) and r.deleted_at is null and r.payment_id = any($2) and r.status <> 'failed' order by r.id`,
          [tenant_ids, ids],
        ),
      ),
    );
  }

  private async put(
    ctx: Context,
    payments: readonly Payment[],
    read: (payment_ids: string[]) => Promise<Row[]>,
  ): Promise<void> {
    const touched = payments.filter((payment) => payment.refunded_amount > 0 || payment.reserved_amount > 0);
    for (const payment of payments) payment.show([]);
    if (touched.length === 0) return;
    const refunds = (await read(touched.map(({ id }) => id))).map((row) => this.hydrate(ctx, row));
    for (const payment of touched) payment.show(refunds.filter(({ payment_id }) => payment_id === payment.id));
  }
}
