import { Injectable } from '@nestjs/common';
import { Database, runAcrossTenants, type Context, type Row, type ShardScope, type Table } from '@usaha/shared';
import {
  allot,
  THROTTLE_MS,
  THROTTLED_AFTER,
  type Allotment,
  type DueEndpoint,
  type Room,
} from './delivery-allotment.js';
import type { Claimed, ClaimedBatch } from './delivery-turns.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** No other instance sends a delivery that was claimed until this time has passed. */
export const CLAIM_MS = 60_000;
/** How many tenants one search finds; the next search finds those beyond, once these have had their turn. */
export const MOST_TENANTS = 1_000;

const isDue = (tenant: string, webhook: string, now: string): string =>
  `d.tenant_id = ${tenant} and d.webhook_id = ${webhook} and d.status = 'pending' and d.next_attempt_at <= ${now}
     and (d.claimed_until is null or d.claimed_until <= ${now})`;
const hasManual = (due: string): string =>
  `exists (select 1 from core.webhook_deliveries d where ${due} and d.is_manual)`;
const hasScheduled = (due: string): string =>
  `exists (select 1 from core.webhook_deliveries d where ${due} and not d.is_manual)`;

const anyDue = isDue('e.tenant_id', 'e.id', '$1');
const dueOfTenant = isDue('$1', 'r.id', '$2');

const isActive = (tenant_id: string): string =>
  `exists (select 1 from core.tenants t where t.id = ${tenant_id} and t.status = 'active' and t.deleted_at is null)`;

/** Endpoints are few, and each is asked by its part of an index: what is pending is not gone through. */
const tenantsWithDue = (isTheirs: string): string => `
  select distinct e.tenant_id from core.webhook_endpoints e
   where e.status = 'active' and e.deleted_at is null and ${isTheirs} and ${isActive('e.tenant_id')}
     and ($3 = '' or e.tenant_id > $3::uuid)
     and (${hasManual(anyDue)}
       or (e.failures_in_row < ${THROTTLED_AFTER} or e.last_attempt_at is null or e.last_attempt_at <= $2) and ${hasScheduled(anyDue)})
   order by e.tenant_id limit ${MOST_TENANTS}`;

const TAKE_TURN = `
  update core.webhook_endpoints r set last_attempt_at = $3
   where r.tenant_id = $1 and r.id = any($2::uuid[]) and (r.last_attempt_at is null or r.last_attempt_at <= $4)
  returning r.id`;

const MARK =
  'update core.webhook_deliveries r set claimed_until = $3 where r.tenant_id = $1 and r.id = any($2::uuid[])';

const GIVE_BACK = `
  update core.webhook_deliveries r set claimed_until = null
   where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.claimed_until = $3`;

/** Finds deliveries that are due and claims them: each is sent by one instance at a time. */
@Injectable()
export class DeliveryClaims {
  private readonly endpoints: Table<WebhookEndpoint>;
  private readonly deliveries: Table<WebhookDelivery>;
  private readonly dueEndpoints: string;
  private readonly claimAny: string;
  private readonly claimLowest: string;

  constructor(database: Database) {
    this.endpoints = database.table(WebhookEndpoint);
    this.deliveries = database.table(WebhookDelivery);
    const { selected } = this.deliveries;
    // That of the longest ago first, so that endpoints take turns.
    this.dueEndpoints = `
      select ${this.endpoints.selected}, ${hasManual(dueOfTenant)}, ${hasScheduled(dueOfTenant)} from core.webhook_endpoints r
       where r.tenant_id = $1 and r.status = 'active' and r.deleted_at is null and ${isActive('$1')}
         and (${hasManual(dueOfTenant)} or ${hasScheduled(dueOfTenant)})
       order by r.last_attempt_at nulls first, r.id`;
    this.claimAny = `
      select ${selected}
        from unnest($3::uuid[], $4::boolean[], $5::integer[]) as w (id, is_manual, most)
       cross join lateral (
         select d.* from core.webhook_deliveries d
          where d.tenant_id = $1 and d.webhook_id = w.id and d.status = 'pending' and d.is_manual = w.is_manual
            and d.next_attempt_at <= $2 and (d.claimed_until is null or d.claimed_until <= $2)
          order by d.next_attempt_at, d.sequence limit w.most for update skip locked) r`;
    // A test that is retried has no place in the order. The row that is locked is compared again: of two instances one finds it claimed.
    this.claimLowest = `
      select ${selected}
        from unnest($3::uuid[], $4::boolean[]) as w (id, manual_only)
       cross join lateral (
         (select d.id from core.webhook_deliveries d
           where d.tenant_id = $1 and d.webhook_id = w.id and d.status = 'pending' and d.sequence is not null
           order by d.sequence limit 1)
         union all
         (select d.id from core.webhook_deliveries d
           where d.tenant_id = $1 and d.webhook_id = w.id and d.status = 'pending' and d.sequence is null and d.next_attempt_at <= $2
           order by d.next_attempt_at limit 1)) lowest
        join core.webhook_deliveries r on r.tenant_id = $1 and r.id = lowest.id
       where r.status = 'pending' and r.next_attempt_at <= $2 and (r.claimed_until is null or r.claimed_until <= $2)
         and (r.is_manual or not w.manual_only)
         for update of r skip locked`;
  }

  /** Tenants on some machines that have deliveries to send now, by their ids. @param after the last of those before; '' for the first */
  async tenantsWithDue(ctx: Context, there: ShardScope, after: string): Promise<string[]> {
    const values: unknown[] = [ctx.now, throttledUntil(ctx), after];
    const isTheirs = there.where('e.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(tenantsWithDue(isTheirs), values));
    return rows.map((row) => row[0] as string);
  }

  /** Claims deliveries of the context's tenant for a minute, as many as there is room for. */
  async claim(ctx: Context, room: Room): Promise<Claimed> {
    const rows = await ctx.db.read(this.dueEndpoints, [ctx.tenant_id, ctx.now]);
    const due = rows.map((row) => this.dueOf(ctx, row));
    const { allotments, isShort } = allot(due, room, ctx.now);
    const turns = await this.turnsOf(ctx, allotments);
    const batches = await this.batchesOf(ctx, turns);
    this.mark(ctx, batches);
    return { batches, hasMore: isShort || batches.some(({ deliveries }, i) => deliveries.length === turns[i]?.most) };
  }

  /** Ends claims of deliveries that were not sent. */
  giveBack(ctx: Context, deliveries: readonly WebhookDelivery[]): void {
    const [first] = deliveries;
    if (!first) return;
    ctx.db.enqueue(GIVE_BACK, [ctx.tenant_id, deliveries.map(({ id }) => id), first.claimed_until]);
  }

  private dueOf(ctx: Context, row: Row): DueEndpoint {
    const { width } = this.endpoints;
    const endpoint = this.endpoints.hydrate(row, ctx.db.keyring);
    return { endpoint, hasManual: row[width] as boolean, hasScheduled: row[width + 1] as boolean };
  }

  /** All but endpoints that keep failing, whose turn another instance has just taken. */
  private async turnsOf(ctx: Context, allotments: Allotment[]): Promise<Allotment[]> {
    const throttled = allotments.flatMap(({ endpoint, isThrottled }) => (isThrottled ? [endpoint.id] : []));
    if (throttled.length === 0) return allotments;
    const rows = await ctx.db.write(TAKE_TURN, [ctx.tenant_id, throttled, ctx.now, throttledUntil(ctx)]);
    const taken = new Set(rows.map((row) => row[0] as string));
    return allotments.filter(({ endpoint, isThrottled }) => !isThrottled || taken.has(endpoint.id));
  }

  private async batchesOf(ctx: Context, turns: readonly Allotment[]): Promise<ClaimedBatch[]> {
    const strict = turns.filter(({ endpoint }) => endpoint.ordering === 'strict');
    const others = turns.filter(({ endpoint }) => endpoint.ordering !== 'strict');
    // Retries by hand first: those of an endpoint that is not throttled are among what is claimed.
    const wishes = others.flatMap(({ endpoint, kind, most }) => [
      [endpoint.id, true, most] as const,
      ...(kind === 'any' ? [[endpoint.id, false, most] as const] : []),
    ]);
    const common = [ctx.tenant_id, ctx.now];
    const [any, lowest] = await Promise.all([
      wishes.length === 0
        ? []
        : ctx.db.lock(this.claimAny, [...common, ...[0, 1, 2].map((i) => wishes.map((wish) => wish[i]))]),
      strict.length === 0
        ? []
        : ctx.db.lock(this.claimLowest, [
            ...common,
            strict.map(({ endpoint }) => endpoint.id),
            strict.map(({ kind }) => kind === 'manual'),
          ]),
    ]);
    const claimed = [...any, ...lowest].map((row) => this.deliveries.hydrate(row, ctx.db.keyring));
    return turns.map(({ endpoint, lanes }) => ({
      tenant_id: ctx.tenant_id,
      endpoint,
      lanes,
      deliveries: claimed.filter(({ webhook_id }) => webhook_id === endpoint.id),
      outcomes: [],
    }));
  }

  private mark(ctx: Context, batches: readonly ClaimedBatch[]): void {
    const deliveries = batches.flatMap((batch) => batch.deliveries);
    if (deliveries.length === 0) return;
    const claimed_until = new Date(ctx.now.getTime() + CLAIM_MS);
    ctx.db.enqueue(MARK, [ctx.tenant_id, deliveries.map(({ id }) => id), claimed_until]);
    for (const delivery of deliveries) delivery.claimed_until = claimed_until;
  }
}

/** An endpoint that keeps failing and was attempted after this instant has to wait. */
const throttledUntil = (ctx: Context): Date => new Date(ctx.now.getTime() - THROTTLE_MS);
