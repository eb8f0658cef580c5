import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, NO_TENANT, type Context } from '@usaha/shared';
import type { EventType } from '@usaha/shared/events';
import { SessionRegistry } from '../auth/session.registry.js';
import { awaitsOneOf } from './awaited-events.js';

/** For how long after an endpoint was disabled its events are still recorded, so that they can be replayed. */
export const RECORDED_AFTER_MS = 7 * 86_400_000;

/** Of a tenant's events what is awaited, and where its feed is. */
export interface Interests {
  endpoint_types: readonly string[];
  inner_types: readonly string[];
  /** null: the feed is off. */
  feed_since: Date | null;
  feed_read_at: Date | null;
}

/**
 * Which events a tenant awaits: others are not recorded. The patterns come with the rights of a request; a change holds at once
 * here, and within a second on other instances.
 */
@Injectable()
export class EventInterests implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRegistry,
  ) {}

  onModuleInit(): void {
    this.database.events.awaitedBy({
      table: 'core.event_interests',
      condition: awaitsOneOf,
      inHand: ({ tenant_id, actor }) => {
        // Accounts that are not in a tenant yet have no endpoints.
        if (tenant_id === NO_TENANT) return [];
        return actor ? this.sessions.cache.settings.awaitedBy(tenant_id) : undefined;
      },
    });
  }

  /** Whether the tenant is known to await none of some types. It asks no database: false where it is not known here. */
  awaitsNone({ tenant_id, actor }: Context, types: ReadonlySet<string>): boolean {
    const awaited = actor ? this.sessions.cache.settings.awaitedBy(tenant_id) : undefined;
    return awaited !== undefined && !awaited.some((type) => types.has(type));
  }

  /** The tenant's row, made where there is none, and locked until the transaction ends. */
  async lock(ctx: Context): Promise<Interests> {
    this.make(ctx);
    const [row] = await ctx.db.lock(
      `select i.endpoint_types, i.inner_types, i.feed_since, i.feed_read_at from core.event_interests i
       where i.tenant_id = $1 for no key update`,
      [ctx.tenant_id],
    );
    const [endpoint_types, inner_types, feed_since, feed_read_at] = row as [
      string[],
      string[],
      Date | null,
      Date | null,
    ];
    return { endpoint_types, inner_types, feed_since, feed_read_at };
  }

  /** Works out what endpoints await, from those that are active or were disabled less than seven days ago. Lock first. */
  refreshEndpoints(ctx: Context): void {
    ctx.db.enqueue(
      `update core.event_interests i set endpoint_types = array(
         select distinct t.pattern from core.webhook_endpoints r, unnest(r.event_types) as t (pattern)
         where r.tenant_id = $1 and r.deleted_at is null and (r.status = 'active' or r.disabled_at > $2) order by t.pattern)
       where i.tenant_id = $1`,
      [ctx.tenant_id, new Date(ctx.now.getTime() - RECORDED_AFTER_MS)],
    );
    this.changed(ctx);
  }

  /** Enqueues that a type is recorded for handlers of the service, or is not. */
  setInner(ctx: Context, { type }: EventType, isOn: boolean): void {
    if (isOn) this.make(ctx);
    ctx.db.enqueue(
      `update core.event_interests i
       set inner_types = case when $3 then array_append(array_remove(i.inner_types, $2), $2) else array_remove(i.inner_types, $2) end
       where i.tenant_id = $1`,
      [ctx.tenant_id, type, isOn],
    );
    this.changed(ctx);
  }

  /** Turns the feed on, from the newest event, or off. Lock first. @param since null: off */
  setFeed(ctx: Context, since: Date | null): void {
    ctx.db.enqueue(
      `update core.event_interests i set feed_since = $2, feed_read_at = $2, feed_from = i.last_position
       where i.tenant_id = $1`,
      [ctx.tenant_id, since],
    );
    this.changed(ctx);
  }

  private make(ctx: Context): void {
    ctx.db.enqueue(
      `insert into core.event_interests (tenant_id, id, endpoint_types, inner_types) values ($1, $1, '{}', '{}')
       on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id],
    );
  }

  private changed(ctx: Context): void {
    this.sessions.rightsChanged(ctx, { tenant_id: ctx.tenant_id });
  }
}
