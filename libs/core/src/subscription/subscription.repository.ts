import { Injectable } from '@nestjs/common';
import {
  Database,
  PageReading,
  Repository,
  declareReferences,
  runAcrossTenants,
  isUuid,
  where,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type ShardScope,
} from '@usaha/shared';
import { Subscription, type SubscriptionStatus } from './subscription.entity.js';
import { subscriptionEvents } from './subscription.events.js';
import type { PlanStep, PlanType } from '../tenant/tenant.entity.js';
import type { BillingCycle } from './plans.js';
import { nouns } from '../messages.js';

/** A status, and the instant at which a subscription is to have it: whether a term has ended depends on it. */
interface StatusAt {
  status: string;
  now: Date;
}

/** Filters of a list of subscriptions. */
interface SubscriptionFilters {
  status?: StatusAt;
}

/** The same as `statusAt`, for the database. @param now a placeholder */
const conditions: Readonly<Record<SubscriptionStatus, (now: string) => string>> = {
  active: (now) =>
    `(r.status = 'active' and (r.ends_at is null or r.ends_at > ${now} or r.renewal_method_id is not null))`,
  expired: (now) =>
    `(r.status = 'expired' or (r.status = 'active' and r.ends_at <= ${now} and r.renewal_method_id is null))`,
  cancelled: () => `r.status = 'cancelled'`,
  pending: () => `r.status = 'pending'`,
};

const isStatus = (text: string): text is SubscriptionStatus => Object.hasOwn(conditions, text);
const needsTime = (status: SubscriptionStatus): boolean => status === 'active' || status === 'expired';

const filters: Filters<SubscriptionFilters> = {
  status: ({ status, now }, bind) => {
    if (!isStatus(status)) return 'false';
    return conditions[status](needsTime(status) ? bind(now) : '');
  },
};

/** Conditions of due subscriptions, which end with the moment. */
const HAS_ENDED = "r.status = 'active' and r.renewal_method_id is null and r.ends_at <=";
const IS_CHARGED = "r.status = 'active' and r.next_charge_at <=";

/** More than any business has at once; the job that ends terms looks at them again. */
const MOST_AHEAD = 100;

declareReferences({ subscriptions_tenant: 'tenant_id' });

/** That a subscription is there, and so is its tenant: deleted ones belong to no tenant. */
const ANYWHERE = `r.deleted_at is null
  and exists (select 1 from core.tenants t where t.id = r.tenant_id and t.deleted_at is null)`;

/** The subscriptions of a tenant; of any through the platform's door. */
@Injectable()
export class SubscriptionRepository extends Repository<Subscription, SubscriptionFilters> {
  private readonly everywhere: PageReading<Subscription>;

  constructor(database: Database) {
    super(database, Subscription, { noun: nouns.subscription, filters, events: subscriptionEvents });
    this.everywhere = new PageReading({
      table: this.table,
      selected: this.selected,
      scope: null,
      hydrate: (ctx, row) => this.hydrate(ctx, row),
    });
  }

  /** Whose subscription it is. The caller makes sure that the actor may know. @param among the tenants looked at; null: all */
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
  async listEverywhere(ctx: Context, query: SubscriptionFilters, page: PageRequest): Promise<Page<Subscription>> {
    if (page.updated_since) this.refuseChanges();
    const values: unknown[] = [];
    const condition = where(filters, query, [ANYWHERE], values);
    return runAcrossTenants(ctx, () => this.everywhere.where(ctx, condition, values, page));
  }

  /** Plans that the tenant's subscriptions give it from now on, the newest first. A cancelled one counts for the term that was paid. */
  async plansAhead(ctx: Context): Promise<PlanStep[]> {
    const rows = await ctx.db.read(
      `select r.plan_type, r.billing_cycle, case when r.status = 'active' and r.renewal_method_id is not null then null else r.ends_at end
         from ${this.table.path} r
        where ${this.mine} and (${conditions.active('$2')} or (r.status = 'cancelled' and r.ends_at > $2
              and (r.terms_paid > 0 or (r.carried_from is not null and r.counted_from > $2))))
        order by r.id desc limit ${MOST_AHEAD}`,
      [ctx.tenant_id, ctx.now],
    );
    return (rows as [PlanType, BillingCycle, Date | null][]).map(([plan, cycle, ends_at]) => ({
      plan,
      pricing: cycle === 'one_time' ? 'perpetual' : 'subscription',
      until: ends_at?.toISOString() ?? null,
    }));
  }

  /** Ids of those whose term has ended and which are still written down as active, in order; not of those that are renewed. */
  due(ctx: Context): Promise<string[]> {
    return this.idsOf(ctx, `${HAS_ENDED} $2`);
  }

  /** Ids of those of which a charge is due, in order. */
  chargesDue(ctx: Context): Promise<string[]> {
    return this.idsOf(ctx, `${IS_CHARGED} $2`);
  }

  /** Tenants on some machines that have any of `due`. */
  tenantsWithDue(ctx: Context, there: ShardScope): Promise<string[]> {
    return this.tenantsWith(ctx, there, `${HAS_ENDED} $1`);
  }

  /** Tenants on some machines that have any of `chargesDue`. */
  tenantsWithChargesDue(ctx: Context, there: ShardScope): Promise<string[]> {
    return this.tenantsWith(ctx, there, `${IS_CHARGED} $1`);
  }

  /** Those that a stored method renews, locked. */
  async lockRenewedBy(ctx: Context, method_id: string): Promise<Subscription[]> {
    return isUuid(method_id) ? this.lockWhere(ctx, 'r.renewal_method_id = $2', [method_id]) : [];
  }

  private async tenantsWith(ctx: Context, there: ShardScope, condition: string): Promise<string[]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from ${this.table.path} r
      where r.deleted_at is null and ${condition} and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }

  private async idsOf(ctx: Context, condition: string): Promise<string[]> {
    const rows = await ctx.db.read(
      `select r.id from ${this.table.path} r where ${this.mine} and ${condition} order by r.id`,
      [ctx.tenant_id, ctx.now],
    );
    return rows.map((row) => row[0] as string);
  }
}
