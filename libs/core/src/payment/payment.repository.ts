import { Injectable } from '@nestjs/common';
import {
  Database,
  PageReading,
  Repository,
  declareReferences,
  equals,
  fromDay,
  isUuid,
  runAcrossTenants,
  toDay,
  where,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type ShardScope,
} from '@usaha/shared';
import { Payment } from './payment.entity.js';
import { nouns } from '../messages.js';

/** Filters of a list of payments. Dates are calendar days of `created_at`, UTC+8, both included. */
export interface PaymentFilters {
  status?: string;
  date_from?: string;
  date_to?: string;
}

/** A payment without an outcome. */
export type PendingPayment = Pick<Payment, 'id' | 'created_at' | 'gateway'>;

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

/** That a payment is there, and so is its tenant: deleted ones belong to no tenant. */
const ANYWHERE = `r.deleted_at is null
  and exists (select 1 from core.tenants t where t.id = r.tenant_id and t.deleted_at is null)`;

/** Those that have no outcome yet, and that neither a payer nor a payment request settles. */
const UNSETTLED = `r.status = 'pending' and r.ask_at is null and r.payment_request_id is null`;

/** The payments of a tenant; of any through the platform's door. */
@Injectable()
export class PaymentRepository extends Repository<Payment, PaymentFilters> {
  private readonly everywhere: PageReading<Payment>;

  constructor(database: Database) {
    super(database, Payment, { noun: nouns.payment, filters });
    this.everywhere = new PageReading({
      table: this.table,
      selected: this.selected,
      scope: null,
      hydrate: (ctx, row) => this.hydrate(ctx, row),
    });
  }

  /** Whose payment it is. The caller makes sure that the actor may know. @param among the tenants looked at; null: all */
  async tenantOf(ctx: Context, id: string, among: readonly string[] | null): Promise<string | null> {
    if (!isUuid(id)) return null;
    const within = among === null ? '' : ' and r.tenant_id = any($2)';
    const values = among === null ? [id] : [id, among];
    const [row] = await runAcrossTenants(ctx, () =>
      ctx.db.read(`select r.tenant_id from ${this.table.path} r where ${ANYWHERE} and r.id = $1${within}`, values),
    );
    return (row?.[0] as string | undefined) ?? null;
  }

  /** Those of all tenants, newest first; never changes, as a deleted tenant takes its own along. The caller makes sure that the actor may see them. */
  async listEverywhere(ctx: Context, query: PaymentFilters, page: PageRequest): Promise<Page<Payment>> {
    if (page.updated_since) this.refuseChanges();
    const values: unknown[] = [];
    const condition = where(filters, query, [ANYWHERE], values);
    return runAcrossTenants(ctx, () => this.everywhere.where(ctx, condition, values, page));
  }

  /** What an earlier request with the same Idempotency-Key began. */
  findByRequest(ctx: Context, request_key: string): Promise<Payment | null> {
    return this.first(ctx, `${this.mine} and r.request_key = $2`, [ctx.tenant_id, request_key]);
  }

  /** Tenants on some machines with payments that have no outcome yet and wait for no payer. */
  async tenantsWithPending(ctx: Context, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from ${this.table.path} r where ${UNSETTLED} and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }

  /** Those that have no outcome yet and wait for no payer, oldest first. */
  async pending(ctx: Context): Promise<PendingPayment[]> {
    const rows = await ctx.db.read(
      `select r.id, r.created_at, r.gateway from ${this.table.path} r
        where ${this.mine} and ${UNSETTLED} order by r.id`,
      [ctx.tenant_id],
    );
    return rows.map(([id, created_at, gateway]) => ({ id, created_at, gateway }) as PendingPayment);
  }

  /** Tenants on some machines with waiting payments about which the gateway is to be asked now. */
  async tenantsWithDue(ctx: Context, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from ${this.table.path} r where r.ask_at <= $1 and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }

  /** Those of the tenant, the longest due first. @param most that are read */
  async due(ctx: Context, most: number): Promise<Payment[]> {
    const condition = `${this.mine} and r.ask_at <= $2 order by r.ask_at, r.id limit $3`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, ctx.now, most]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Writes when the gateway is asked about a locked payment next: no change of the payment. */
  askLater(ctx: Context, { id, ask_at }: Payment): void {
    ctx.db.enqueue('update core.payments r set ask_at = $3 where r.tenant_id = $1 and r.id = $2', [
      ctx.tenant_id,
      id,
      ask_at,
    ]);
  }

  /** The sum of a subscription's payments that have no outcome yet, in one currency; attempts of payment requests give way. */
  async pendingFor(ctx: Context, subscription_id: string, currency: string): Promise<number> {
    const [row] = await ctx.db.read(
      `select coalesce(sum(r.amount), 0) from ${this.table.path} r
        where ${this.mine} and r.status = 'pending' and r.subscription_id = $2 and r.currency = $3
          and r.payment_request_id is null`,
      [ctx.tenant_id, subscription_id, currency],
    );
    return Number(row?.[0]);
  }
}
