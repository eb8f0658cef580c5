import { Injectable } from '@nestjs/common';
import { conflict, firstId, instantOfId, invalid, type Context } from '@usaha/shared';
import { publicEvent, type PublicEvent } from '@usaha/shared/events';
import { eventPatternsOf, typesMatching } from './event-patterns.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookQueue } from './webhook-queue.js';
import { messages } from './webhook.messages.js';

/** Events that one replay queues. */
export const MOST_REPLAYED = 10_000;
/** For how long events are recorded, in milliseconds. */
const KEPT_MS = 7 * 86_400_000;
/** Events that are in memory at once. */
const AT_ONCE = 500;

/** A replay as it is asked for. */
export interface Replay {
  since: Date;
  /** Events before it; now unless given. */
  until?: Date | null;
  /** Patterns; all that the endpoint awaits unless given. */
  event_types?: readonly string[] | null;
  /** Only deliveries that ended so: then nothing is queued that never was. */
  status?: Extract<WebhookDelivery['status'], 'failed' | 'skipped'> | null;
}

/** What a replay did. */
export interface Replayed {
  queued: number;
  /** Whether events remain: a further replay since `until` queues them. */
  more: boolean;
  /** Before which all is queued. */
  until: Date;
}

/** An event that is queued: a kept delivery by its event, or what is recorded and was never queued. */
interface Replayable {
  event_id: string;
  /** null: its delivery is kept. */
  event: PublicEvent | null;
}

/** Where a walk through the events is. */
interface Walk {
  /** The id before those that follow, and the id behind the last. */
  after: string;
  before: string;
  /** null: of all types. */
  kept_types: readonly string[] | null;
  /** Types of recorded events; null: none is queued that never was. */
  recorded_types: readonly string[] | null;
  status: string | null;
}

// Ids of events are of their instants: the unique key of deliveries and the primary key of the outbox have them in order.
const KEPT = `
  select r.event_id from core.webhook_deliveries r
   where r.tenant_id = $1 and r.webhook_id = $2 and r.event_id > $3 and r.event_id < $4 and r.sequence is not null
     and ($5::text[] is null or r.event_type = any($5)) and ($6::text is null or r.status = $6)
   order by r.event_id limit ${AT_ONCE}`;

const RECORDED = `
  select r.id, r.name, r.at, r.payload from kernel.outbox r
   where r.tenant_id = $1 and r.id > $2 and r.id < $3 and r.name = any($4::text[])
   order by r.id limit ${AT_ONCE}`;

/** The greatest id that is less than every id of an instant. */
const lastIdBefore = (instant: Date): string =>
  firstId(new Date(instant.getTime() - 1)).replace('-7000-8000-000000000000', '-7fff-bfff-ffffffffffff');

/** Queues events of the last days for an endpoint again, and those that it missed. */
@Injectable()
export class WebhookReplay {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveries,
    private readonly queue: WebhookQueue,
  ) {}

  /**
   * Queues at most 10,000 events, oldest first, in pieces of some hundred. Kept deliveries stay the same, with their sequences.
   * @throws not_found; conflict while the endpoint is disabled; invalid for `since` more than seven days ago or not before
   * `until`, and for patterns that are none
   */
  async run(ctx: Context, id: string, asked: Replay): Promise<Replayed> {
    const endpoint = await this.endpoints.lock(ctx, id);
    const until = asked.until && asked.until < ctx.now ? asked.until : ctx.now;
    if (asked.since >= until) throw invalid('since', messages.sinceNotBefore());
    if (asked.since.getTime() < ctx.now.getTime() - KEPT_MS) throw invalid('since', messages.sinceTooEarly());
    const walk = walkOf(endpoint, asked, until);
    if (endpoint.status === 'disabled') throw conflict('status', messages.disabled());
    const { queued, next } = await this.queueAll(ctx, endpoint, walk);
    this.endpoints.record(ctx, endpoint, 'replay');
    if (queued > 0) this.queue.wakeAfterCommit(ctx);
    return { queued, more: next !== null, until: next === null ? until : instantOfId(next) };
  }

  /** @returns how many were queued, and the first event that was not */
  private async queueAll(
    ctx: Context,
    endpoint: WebhookEndpoint,
    walk: Walk,
  ): Promise<{ queued: number; next: string | null }> {
    let queued = 0;
    for (;;) {
      const { found, isLast } = await this.nextOf(ctx, endpoint, walk);
      const some = found.slice(0, MOST_REPLAYED - queued);
      const kept = some.flatMap(({ event_id, event }) => (event ? [] : [event_id]));
      this.deliveries.queueAgain(ctx, endpoint.id, kept);
      queued += kept.length;
      queued += await this.queue.queue(
        ctx,
        endpoint,
        some.flatMap(({ event }) => event ?? []),
      );
      const next = found[some.length];
      if (next) return { queued, next: next.event_id };
      if (isLast) return { queued, next: null };
      walk.after = found.at(-1)?.event_id ?? walk.after;
    }
  }

  /** The next events of a walk in order, at least one unless they are the last. */
  private async nextOf(
    ctx: Context,
    { id }: WebhookEndpoint,
    { after, before, kept_types, recorded_types, status }: Walk,
  ): Promise<{ found: Replayable[]; isLast: boolean }> {
    const { tenant_id } = ctx;
    const [kept, recorded] = await Promise.all([
      ctx.db.read(KEPT, [tenant_id, id, after, before, kept_types, status]),
      recorded_types ? ctx.db.read(RECORDED, [tenant_id, after, before, recorded_types]) : [],
    ]);
    const deliveries = kept.map(([event_id]) => ({ event_id: event_id as string, event: null }));
    const had = new Set(deliveries.map(({ event_id }) => event_id));
    const missed = recorded.flatMap(([event_id, name, at, payload]) => {
      if (had.has(event_id as string)) return [];
      const row = { id: event_id, tenant_id, name, at, payload } as Parameters<typeof publicEvent>[0];
      return [{ event_id: row.id, event: publicEvent(row) }];
    });
    // Beyond the last row of a full page the other kind may have events that were not read yet.
    const ends = [kept, recorded].flatMap((rows) => (rows.length === AT_ONCE ? [rows.at(-1)?.[0] as string] : []));
    const end = ends.toSorted().at(0);
    const found = [...deliveries, ...missed]
      .filter(({ event_id }) => end === undefined || event_id <= end)
      .toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1));
    return { found, isLast: end === undefined };
  }
}

function walkOf(endpoint: WebhookEndpoint, { since, event_types, status }: Replay, until: Date): Walk {
  const asked = event_types ? eventPatternsOf(event_types) : null;
  return {
    after: lastIdBefore(since),
    before: firstId(until),
    kept_types: asked && typesMatching(asked),
    recorded_types: status ? null : typesMatching(endpoint.event_types, ...(asked ? [asked] : [])),
    status: status ?? null,
  };
}
