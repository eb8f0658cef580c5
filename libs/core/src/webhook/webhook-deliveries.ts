import { Injectable } from '@nestjs/common';
import {
  Database,
  PageReading,
  changedMeanwhile,
  equals,
  idFromDay,
  idToDay,
  insertMany,
  isUuid,
  notFound,
  where,
  type Context,
  type Filter,
  type Filters,
  type Page,
  type PageRequest,
  type Row,
  type Table,
} from '@usaha/shared';
import { idOfPublicEvent } from '@usaha/shared/events';
import { nouns } from '../messages.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery, type DeliveryStatus } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** What the log of deliveries can be asked by. Dates are calendar days, UTC+8, both ends included. */
export interface DeliveryQuery {
  status?: DeliveryStatus;
  event_type?: string;
  /** As events have it: `msg_…`. */
  event_id?: string;
  date_from?: string;
  date_to?: string;
}

/** An id that no event has finds nothing, as any unknown id does. */
const equalsEvent: Filter<string> = (value, bind) => {
  const id = idOfPublicEvent(value.trim());
  return id === null ? 'false' : `r.event_id = ${bind(id)}`;
};

const filters: Filters<DeliveryQuery> = {
  status: equals('status'),
  event_type: (value, bind) => `r.event_type = ${bind(value.trim())}`,
  event_id: equalsEvent,
  date_from: idFromDay,
  date_to: idToDay,
};

const SKIP = `
  update core.webhook_deliveries r set status = 'skipped', next_attempt_at = null, ended_at = $3
   where r.tenant_id = $1 and r.webhook_id = $2 and r.status = 'pending'`;

/** `claimed_until` stays: what is being sent is not sent a second time meanwhile. */
const QUEUE_AGAIN = `
  update core.webhook_deliveries r
     set status = 'pending', step = 0, is_manual = $4, next_attempt_at = $5, delivered_at = null, ended_at = null`;
const RETRY = `${QUEUE_AGAIN} where r.tenant_id = $1 and r.webhook_id = $2 and r.id = $3`;
const REPLAY = `${QUEUE_AGAIN} where r.tenant_id = $1 and r.webhook_id = $2 and r.event_id = any($3::uuid[])`;

/** Only a test that no other process has taken over. */
const END_TEST = `
  update core.webhook_deliveries r
     set status = $3, attempts_made = 1, is_manual = false, next_attempt_at = null, claimed_until = null,
         last_status_code = $4, last_error = $5, delivered_at = $6, ended_at = $7
   where r.tenant_id = $1 and r.id = $2 and r.attempts_made = 0`;

/** The attempts that are shown with a delivery: as many as ten schedules have. */
const MOST_ATTEMPTS_SHOWN = 100;

/** A delivery with its attempts, oldest first. */
export interface DeliveryWithAttempts {
  delivery: WebhookDelivery;
  attempts: WebhookAttempt[];
}

/** The deliveries of the context's tenant and their attempts. They are no records that clients change: not on the trail. */
@Injectable()
export class WebhookDeliveries {
  private readonly table: Table<WebhookDelivery>;
  private readonly attempts: Table<WebhookAttempt>;
  private readonly pages: PageReading<WebhookDelivery>;

  constructor(database: Database) {
    this.table = database.table(WebhookDelivery);
    this.attempts = database.table(WebhookAttempt);
    this.pages = new PageReading({
      table: this.table,
      selected: this.table.selected,
      scope: 'tenant_id',
      hydrate: (ctx, row) => this.hydrate(ctx, row),
    });
  }

  /** One page of an endpoint's deliveries, newest first. */
  async list(
    ctx: Context,
    webhook_id: string,
    query: DeliveryQuery,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    if (!isUuid(webhook_id)) throw notFound(nouns.webhook);
    const values: unknown[] = [ctx.tenant_id, webhook_id];
    const condition = where(filters, query, ['r.tenant_id = $1', 'r.webhook_id = $2'], values);
    return this.pages.where(ctx, condition, values, page);
  }

  /** A delivery of an endpoint with its newest attempts. @throws not_found */
  async get(ctx: Context, webhook_id: string, id: string): Promise<DeliveryWithAttempts> {
    const [delivery, attempts] = await Promise.all([
      this.find(ctx, webhook_id, id),
      isUuid(id) ? this.attemptsOf(ctx, id) : [],
    ]);
    if (!delivery) throw notFound(nouns.webhook_delivery);
    return { delivery, attempts };
  }

  /** Locks a delivery of a locked endpoint. @throws not_found */
  async lock(ctx: Context, webhook_id: string, id: string): Promise<WebhookDelivery> {
    const delivery = await this.find(ctx, webhook_id, id, 'lock');
    if (!delivery) throw notFound(nouns.webhook_delivery);
    return delivery;
  }

  /** Enqueues the INSERT of a delivery that the queue does not make: a test. */
  insert(ctx: Context, delivery: WebhookDelivery): void {
    insertMany(ctx, this.table, [delivery]);
  }

  /** Ends a test with its one attempt. */
  finishTest(ctx: Context, delivery: WebhookDelivery, attempt: WebhookAttempt): void {
    const { status_code, error, duration_ms, at } = attempt;
    const ended_at = new Date(at.getTime() + duration_ms);
    const isDelivered = error === null;
    Object.assign(delivery, {
      status: isDelivered ? 'delivered' : 'failed',
      attempts_made: 1,
      is_manual: false,
      next_attempt_at: null,
      claimed_until: null,
      last_status_code: status_code,
      last_error: error,
      delivered_at: isDelivered ? ended_at : null,
      ended_at,
    } satisfies Partial<WebhookDelivery>);
    const values = [ctx.tenant_id, delivery.id, delivery.status, status_code, error, delivery.delivered_at, ended_at];
    ctx.db.updateExpecting(1, END_TEST, values, () => changedMeanwhile(nouns.webhook_delivery));
    insertMany(ctx, this.attempts, [attempt]);
  }

  /** Skips what is pending of a locked endpoint, from the next awaited statement on. */
  skipPending(ctx: Context, endpoint: WebhookEndpoint): void {
    ctx.db.enqueue(SKIP, [ctx.tenant_id, endpoint.id, ctx.now]);
    endpoint.pending = 0;
  }

  /** Makes a locked delivery due now, with a new schedule, as asked for by hand. */
  retry(ctx: Context, delivery: WebhookDelivery): void {
    ctx.db.enqueue(RETRY, [ctx.tenant_id, delivery.webhook_id, delivery.id, true, ctx.now]);
    Object.assign(delivery, {
      status: 'pending',
      step: 0,
      is_manual: true,
      next_attempt_at: ctx.now,
      delivered_at: null,
      ended_at: null,
    } satisfies Partial<WebhookDelivery>);
  }

  /** Makes the deliveries of events at a locked endpoint due now, each with a new schedule. */
  queueAgain(ctx: Context, webhook_id: string, event_ids: readonly string[]): void {
    if (event_ids.length === 0) return;
    ctx.db.enqueue(REPLAY, [ctx.tenant_id, webhook_id, event_ids, false, ctx.now]);
  }

  /** The delivery of an event at an endpoint. @param event_id in the outbox */
  async findEvent(ctx: Context, webhook_id: string, event_id: string): Promise<WebhookDelivery | null> {
    const [row] = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.webhook_id = $2 and r.event_id = $3`,
      [ctx.tenant_id, webhook_id, event_id],
    );
    return row ? this.hydrate(ctx, row) : null;
  }

  private async find(
    ctx: Context,
    webhook_id: string,
    id: string,
    way: 'read' | 'lock' = 'read',
  ): Promise<WebhookDelivery | null> {
    if (!isUuid(id) || !isUuid(webhook_id)) return null;
    const [row] = await ctx.db[way](
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.id = $2 and r.webhook_id = $3${way === 'lock' ? ' for no key update' : ''}`,
      [ctx.tenant_id, id, webhook_id],
    );
    return row ? this.hydrate(ctx, row) : null;
  }

  private async attemptsOf(ctx: Context, delivery_id: string): Promise<WebhookAttempt[]> {
    const rows = await ctx.db.read(
      `select ${this.attempts.selected} from ${this.attempts.path} r
        where r.tenant_id = $1 and r.delivery_id = $2 order by r.number desc limit ${MOST_ATTEMPTS_SHOWN}`,
      [ctx.tenant_id, delivery_id],
    );
    return rows.map((row) => this.attempts.hydrate(row, ctx.db.keyring)).reverse();
  }

  private hydrate(ctx: Context, row: Row): WebhookDelivery {
    return this.table.hydrate(row, ctx.db.keyring);
  }
}
