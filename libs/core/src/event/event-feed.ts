import { Injectable } from '@nestjs/common';
import {
  ALL_SHARDS,
  Database,
  conflict,
  invalid,
  notFound,
  runAcrossTenants,
  type Context,
  type Row,
  type ShardScope,
} from '@usaha/shared';
import {
  eventTypes,
  idOfPublicEvent,
  isPattern,
  publicEvent,
  type DomainEvent,
  type PublicEvent,
} from '@usaha/shared/events';
import { nouns } from '../messages.js';
import { EventInterests } from './event-interests.js';
import { messages } from './event.messages.js';

/** Whether the feed of a tenant is on. */
export interface FeedState {
  enabled: boolean;
  /** Since when it is on; null where it is off. */
  since: Date | null;
}

/** A request to the feed. */
export interface FeedQuery {
  /** The id of the last event that the caller has; `*` or absent: from the oldest that is kept. */
  cursor?: string;
  /** Patterns with commas between; absent: all types. */
  event_types?: string;
  /** How many events at most. */
  size: number;
}

/** Events after a cursor, oldest first. */
export interface FeedPage {
  events: PublicEvent[];
  size: number;
  has_more: boolean;
  /** The id of the last of them, else the cursor that was sent. */
  next_cursor: string | null;
}

/** A feed that is not read for so long is turned off. */
const UNREAD_MS = 7 * 86_400_000;
/** A reading is noted once in this time: a poll writes nothing. */
const NOTED_MS = 3_600_000;
/** How many unread feeds of a machine are turned off in one round. */
const MOST_A_ROUND = 100;
/** The audit trail's name of the feed. */
const RECORD_TYPE = 'event_feed';
/** Characters of an unknown type that a refusal quotes. */
const MOST_QUOTED = 64;

const EVENT_COLUMNS = 'o.id, o.name, o.at, o.payload';
const FEED_BEGINS =
  '(select i.feed_from from core.event_interests i where i.tenant_id = $1 and i.feed_since is not null)';
/** The position of the cursor $2; of a forgotten event null, after which there is none. */
const FEED_CURSOR = `case when $2::uuid is null then ${FEED_BEGINS}
  else (select c.position from kernel.outbox c where c.tenant_id = $1 and c.id = $2) end`;

const FEED_STATE = `
  select i.feed_since, i.feed_read_at,
    (select c.position from kernel.outbox c where c.tenant_id = $1 and c.id = $2) > i.feed_from
  from core.event_interests i where i.tenant_id = $1 and i.feed_since is not null`;
const ALL_EVENTS = `
  select ${EVENT_COLUMNS} from kernel.outbox o where o.tenant_id = $1 and o.position > (${FEED_CURSOR}) order by o.position limit $3`;
/** Each type by itself, in an index that has no other's events. */
const EVENTS_OF_TYPES = `
  select o.id, o.name, o.at, o.payload from unnest($4::text[]) t (name)
    cross join lateral (
      select ${EVENT_COLUMNS}, o.position from kernel.outbox o
       where o.tenant_id = $1 and o.name = t.name and o.position > (${FEED_CURSOR}) order by o.position limit $3) o
  order by o.position limit $3`;
const ONE_EVENT = `
  select ${EVENT_COLUMNS} from kernel.outbox o where o.tenant_id = $1 and o.id = $2 and o.position > ${FEED_BEGINS}`;

type StateRow = [feed_since: Date, feed_read_at: Date | null, isKept: boolean | null];

/** The events of a tenant for programs that poll. */
@Injectable()
export class EventFeed {
  /**
   * Events get their places when they are handed over, before other handlers: interests are locked before webhooks
   * (docs/architecture.md), so that a change of a webhook and the dispatcher do not wait for each other.
   */
  constructor(
    database: Database,
    private readonly interests: EventInterests,
  ) {
    database.events.onEvery('feed', (ctx, event) => this.place(ctx, event));
  }

  /** Turns the feed on; one that is on stays as it is. */
  async enable(ctx: Context): Promise<FeedState> {
    const { feed_since } = await this.interests.lock(ctx);
    if (feed_since) return { enabled: true, since: feed_since };
    this.interests.setFeed(ctx, ctx.now);
    this.record(ctx, 'enable');
    return { enabled: true, since: ctx.now };
  }

  /** Turns the feed off; its events are not recorded from now on, and cursors of it end. */
  async disable(ctx: Context): Promise<FeedState> {
    const { feed_since } = await this.interests.lock(ctx);
    if (feed_since) this.end(ctx);
    return { enabled: false, since: null };
  }

  /** @throws conflict where the feed is off, or the cursor is not kept; invalid for a cursor or types that are none */
  async list(ctx: Context, { cursor, event_types, size }: FeedQuery): Promise<FeedPage> {
    const after = cursor === undefined || cursor === '*' ? null : requireCursor(cursor);
    const names = typesOf(event_types);
    const values = [ctx.tenant_id, after, size + 1];
    const [[state], rows] = await Promise.all([
      ctx.db.read(FEED_STATE, [ctx.tenant_id, after]) as Promise<StateRow[]>,
      names ? ctx.db.read(EVENTS_OF_TYPES, [...values, names]) : ctx.db.read(ALL_EVENTS, values),
    ]);
    if (!state) throw conflict('request', messages.feedOff());
    const [, readAt, isKept] = state;
    if (after !== null && isKept !== true) throw conflict('cursor', messages.cursorUnknown());
    this.noteReading(ctx, readAt);
    const events = rows.slice(0, size).map((row) => eventOf(ctx.tenant_id, row));
    return { events, size, has_more: rows.length > size, next_cursor: events.at(-1)?.id ?? cursor ?? null };
  }

  /** @throws not_found for an event that is not in the feed, and where the feed is off */
  async get(ctx: Context, event_id: string): Promise<PublicEvent> {
    const id = idOfPublicEvent(event_id);
    const [row] = id === null ? [] : await ctx.db.read(ONE_EVENT, [ctx.tenant_id, id]);
    if (!row) throw notFound(nouns.event);
    return eventOf(ctx.tenant_id, row);
  }

  /** Tenants whose feeds have not been read for seven days, some at a time. @param there of whose tenants */
  unread(ctx: Context, there: ShardScope = ALL_SHARDS): Promise<string[]> {
    const values: unknown[] = [new Date(ctx.now.getTime() - UNREAD_MS)];
    const isTheirs = there.where('r.tenant_id', values);
    return runAcrossTenants(ctx, async () => {
      const rows = await ctx.db.read(
        `select r.tenant_id from core.event_interests r
          where r.feed_since is not null and r.feed_read_at < $1 and ${isTheirs}
          order by r.feed_read_at limit ${MOST_A_ROUND}`,
        values,
      );
      return rows.map((row) => row[0] as string);
    });
  }

  /** Turns the feed of the context's tenant off, unless it was read meanwhile. */
  async disableUnread(ctx: Context): Promise<void> {
    const { feed_since, feed_read_at } = await this.interests.lock(ctx);
    const last = feed_read_at ?? feed_since;
    if (feed_since && last && last.getTime() < ctx.now.getTime() - UNREAD_MS) this.end(ctx);
  }

  private end(ctx: Context): void {
    this.interests.setFeed(ctx, null);
    this.record(ctx, 'disable');
  }

  private record(ctx: Context, action: 'enable' | 'disable'): void {
    const enabled = action === 'enable';
    const changes = { enabled: { before: !enabled, after: enabled } };
    ctx.db.record(ctx, { action, record_type: RECORD_TYPE, record_id: ctx.tenant_id, changes });
  }

  /**
   * In the dispatcher's transaction. The tenant's row is locked until it ends, so that places are committed in their order, and a
   * reader that has seen one has been given all before it.
   */
  private async place(ctx: Context, { id, name }: DomainEvent): Promise<void> {
    if (name === 'core.webhook.tested') return;
    const [row] = await ctx.db.write(
      `update core.event_interests r set last_position = r.last_position + 1
        where r.tenant_id = $1 and r.feed_since is not null returning r.last_position`,
      [ctx.tenant_id],
    );
    if (!row) return;
    await ctx.db.change('update kernel.outbox r set position = $3 where r.tenant_id = $1 and r.id = $2', [
      ctx.tenant_id,
      id,
      row[0],
    ]);
  }

  private noteReading(ctx: Context, readAt: Date | null): void {
    const noted = new Date(ctx.now.getTime() - NOTED_MS);
    if (readAt && readAt > noted) return;
    ctx.db.enqueue(
      `update core.event_interests r set feed_read_at = $2
        where r.tenant_id = $1 and r.feed_since is not null and (r.feed_read_at is null or r.feed_read_at <= $3)`,
      [ctx.tenant_id, ctx.now, noted],
    );
  }
}

function requireCursor(cursor: string): string {
  const id = idOfPublicEvent(cursor);
  if (id === null) throw invalid('cursor', messages.cursorInvalid());
  return id;
}

/** The types that patterns name; null for all. */
function typesOf(patterns: string | undefined): string[] | null {
  if (patterns === undefined) return null;
  const named = patterns.split(',').map((pattern) => pattern.trim());
  const unknown = named.find((pattern) => !isPattern(pattern));
  if (unknown !== undefined)
    throw invalid('event_types', messages.typeUnknown({ type: unknown.slice(0, MOST_QUOTED) }));
  if (named.includes('*')) return null;
  return eventTypes()
    .filter(({ patterns: its }) => named.some((pattern) => its.includes(pattern)))
    .map(({ type }) => type);
}

const eventOf = (tenant_id: string, row: Row): PublicEvent => {
  const [id, name, at, payload] = row as [string, string, Date, Record<string, unknown>];
  return publicEvent({ id, tenant_id, name, at, payload });
};
