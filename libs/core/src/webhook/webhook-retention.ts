import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, grouped, runAcrossTenants, type Context, type Row, type ShardScope } from '@usaha/shared';
import { EventInterests, RECORDED_AFTER_MS } from '../event/event-interests.js';

const DAY_MS = 86_400_000;
/** How long deliveries are kept after their end. */
const KEPT_MS = 30 * DAY_MS;
/** How many deliveries are deleted at once. */
const PIECE = 1_000;
/** A test is sent within a minute; one that is pending for longer was abandoned. */
const ABANDONED_MS = 5 * 60_000;

const OF_ENDPOINT = `d.tenant_id = r.tenant_id and d.webhook_id = r.id and d.status = 'pending' and d.created_at < $1`;

const endedBefore = (isTheirs: string): string => `
  select r.tenant_id, r.id from core.webhook_deliveries r where r.ended_at < $1 and ${isTheirs} order by r.ended_at limit ${PIECE}`;

/** Pending at an endpoint that gets none: of a deleted tenant, and tests of disabled endpoints that were abandoned. */
const abandoned = (isTheirs: string): string => `
  select r.tenant_id, r.id from core.webhook_endpoints r
   where (r.status <> 'active' or r.deleted_at is not null
          or not exists (select 1 from core.tenants t where t.id = r.tenant_id and t.deleted_at is null))
     and ${isTheirs} and exists (select 1 from core.webhook_deliveries d where ${OF_ENDPOINT})
   order by r.tenant_id, r.id limit ${PIECE}`;

const longDisabled = (isTheirs: string): string => `
  select distinct r.tenant_id from core.webhook_endpoints r
    join core.event_interests i on i.tenant_id = r.tenant_id and i.endpoint_types && r.event_types
   where r.status = 'disabled' and r.deleted_at is null and r.disabled_at <= $1 and ${isTheirs}
   order by r.tenant_id limit ${PIECE}`;

const SKIP = `
  update core.webhook_deliveries r set status = 'skipped', next_attempt_at = null, ended_at = $3
   where r.tenant_id = $1 and r.webhook_id = $2 and r.status = 'pending' and r.created_at < $4`;

const AWAITED = `
  select distinct t.pattern from core.webhook_endpoints r, unnest(r.event_types) as t (pattern)
   where r.tenant_id = $1 and r.deleted_at is null and (r.status = 'active' or r.disabled_at > $2)`;

/** Deletes and forgets what webhooks keep no longer. Any number of instances may do it at once. */
@Injectable()
export class WebhookRetention {
  constructor(
    private readonly database: Database,
    private readonly interests: EventInterests,
  ) {}

  /** One round. @param there of whose tenants */
  async run(now: Date, there: ShardScope, isStopping: () => boolean = () => false): Promise<void> {
    await this.across(now, (ctx) => this.dropSecrets(ctx, there));
    await this.skipAbandoned(now, there);
    await this.endInterests(now, there);
    while (!isStopping() && (await this.deleteEnded(now, there)) === PIECE);
  }

  /** The expiry stays, which the API shows; the secret signs no more. */
  private async dropSecrets(ctx: Context, there: ShardScope): Promise<void> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    await ctx.db.change(
      `update core.webhook_endpoints r set sealed_previous_secret = null
        where r.sealed_previous_secret is not null and r.previous_secret_expires_at <= $1 and ${isTheirs}`,
      values,
    );
  }

  private async skipAbandoned(now: Date, there: ShardScope): Promise<void> {
    const since = new Date(now.getTime() - ABANDONED_MS);
    for (const [tenant_id, id] of await this.found(now, since, there, abandoned))
      await this.as(tenant_id as string, now, async (ctx) => ctx.db.enqueue(SKIP, [tenant_id, id, now, since]));
  }

  /** Events of endpoints that were disabled seven days ago are recorded no more. */
  private async endInterests(now: Date, there: ShardScope): Promise<void> {
    const since = new Date(now.getTime() - RECORDED_AFTER_MS);
    for (const [tenant_id] of await this.found(now, since, there, longDisabled))
      await this.as(tenant_id as string, now, async (ctx) => {
        const { endpoint_types } = await this.interests.lock(ctx);
        const rows = await ctx.db.read(AWAITED, [ctx.tenant_id, since]);
        const awaited = new Set(rows.map((row) => row[0] as string));
        // Another endpoint may have the same patterns.
        if (endpoint_types.some((pattern) => !awaited.has(pattern))) this.interests.refreshEndpoints(ctx);
      });
  }

  /** @returns how many were found */
  private async deleteEnded(now: Date, there: ShardScope): Promise<number> {
    const rows = await this.found(now, new Date(now.getTime() - KEPT_MS), there, endedBefore);
    for (const [tenant_id, some] of grouped(rows, (row) => row[0] as string)) {
      const values = [tenant_id, some.map((row) => row[1])];
      await this.as(tenant_id, now, async (ctx) => {
        ctx.db.enqueue(
          'delete from core.webhook_attempts r where r.tenant_id = $1 and r.delivery_id = any($2::uuid[])',
          values,
        );
        ctx.db.enqueue(
          'delete from core.webhook_deliveries r where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.ended_at is not null',
          values,
        );
      });
    }
    return rows.length;
  }

  /** @param sql of rows `r` before an instant */
  private found(now: Date, before: Date, there: ShardScope, sql: (isTheirs: string) => string): Promise<Row[]> {
    const values: unknown[] = [before];
    const isTheirs = there.where('r.tenant_id', values);
    return this.across(now, (ctx) => ctx.db.read(sql(isTheirs), values));
  }

  private across<T>(now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.as(NO_TENANT, now, (ctx) => runAcrossTenants(ctx, () => work(ctx)));
  }

  private as<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}
