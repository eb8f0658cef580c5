import { Injectable } from '@nestjs/common';
import { Database, changedMeanwhile, insertMany, newId, type Context, type Table } from '@usaha/shared';
import { eventTypeNamed, idOfPublicEvent, patternsOf, type PublicEvent } from '@usaha/shared/events';
import { nouns } from '../messages.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** A locked endpoint, as the queue needs it. */
export interface QueueEndpoint {
  id: string;
  /** The sequence of its newest delivery. */
  last_sequence: number;
}

const LOCK_AWAITING = `
  select r.id, r.last_sequence from core.webhook_endpoints r
   where r.tenant_id = $1 and r.deleted_at is null and r.status = 'active' and r.event_types && $2::text[]
   order by r.id for no key update`;

const QUEUED = `
  select r.event_id from core.webhook_deliveries r
   where r.tenant_id = $1 and r.webhook_id = $2 and r.event_id = any($3::uuid[])`;

/** Names the sequence that was read: where a lock was lost (Citus), nothing is queued. No change of the endpoint: its version stays. */
const COUNT = `
  update core.webhook_endpoints r set last_sequence = $3
   where r.tenant_id = $1 and r.id = $2 and r.last_sequence = $4`;

/** Queues events for endpoints: each event once at an endpoint, with sequences that have no gaps. */
@Injectable()
export class WebhookQueue {
  private readonly deliveries: Table<WebhookDelivery>;
  private readonly listeners: ((tenant_id: string) => void)[] = [];

  constructor(database: Database) {
    this.deliveries = database.table(WebhookDelivery);
  }

  /** Calls a function after each commit that made deliveries due: the sender of this process need not wait for its next look. */
  onQueued(listener: (tenant_id: string) => void): void {
    this.listeners.push(listener);
  }

  /** Tells the listeners once the context's transaction commits. */
  wakeAfterCommit(ctx: Context): void {
    const { tenant_id } = ctx;
    ctx.db.afterCommit(() => this.listeners.forEach((listener) => listener(tenant_id)));
  }

  /** The active endpoints of the tenant that await a type, locked in the order of their ids. */
  async lockAwaiting(ctx: Context, type: string): Promise<QueueEndpoint[]> {
    const patterns = eventTypeNamed(type)?.patterns ?? patternsOf(type);
    const rows = await ctx.db.lock(LOCK_AWAITING, [ctx.tenant_id, patterns]);
    return rows.map(([id, last_sequence]) => ({ id, last_sequence }) as QueueEndpoint);
  }

  /**
   * Queues events for a locked endpoint in the order given. Events that it has had already are left out and take no sequence.
   * Deliveries leave with the next statement that is awaited.
   * @param events at most some hundred at once: their bodies are in memory
   * @returns how many were queued; `endpoint.last_sequence` is raised by as many
   */
  async queue(ctx: Context, endpoint: QueueEndpoint, events: readonly PublicEvent[]): Promise<number> {
    if (events.length === 0) return 0;
    const ids = events.map(({ id }) => idOfPublicEvent(id));
    const queued = await ctx.db.read(QUEUED, [ctx.tenant_id, endpoint.id, ids]);
    const had = new Set(queued.map((row) => row[0] as string));
    const first = endpoint.last_sequence;
    const rows = events.flatMap((event, i) => {
      const event_id = ids[i];
      if (!event_id || had.has(event_id)) return [];
      had.add(event_id);
      return [this.deliveryOf(ctx, endpoint, event, event_id)];
    });
    if (rows.length === 0) return 0;
    insertMany(ctx, this.deliveries, rows);
    const values = [ctx.tenant_id, endpoint.id, endpoint.last_sequence, first];
    ctx.db.updateExpecting(1, COUNT, values, () => changedMeanwhile(nouns.webhook));
    this.wakeAfterCommit(ctx);
    return rows.length;
  }

  private deliveryOf(ctx: Context, endpoint: QueueEndpoint, event: PublicEvent, event_id: string): WebhookDelivery {
    endpoint.last_sequence += 1;
    return Object.assign(new WebhookDelivery(), {
      id: newId(ctx.now),
      created_at: ctx.now,
      webhook_id: endpoint.id,
      event_id,
      event_type: event.type,
      sequence: endpoint.last_sequence,
      body: JSON.stringify(event),
      status: 'pending',
      next_attempt_at: ctx.now,
    } satisfies Partial<WebhookDelivery>);
  }
}
