import { Injectable } from '@nestjs/common';
import { DomainError, newId, type Context } from '@usaha/shared';
import { publicEvent, publicEventId } from '@usaha/shared/events';
import { RateWindowTable } from '../api-key/rate-window.table.js';
import { MOST_ATTEMPTS } from './schedule.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDeliveries, type DeliveryWithAttempts } from './webhook-deliveries.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { webhookTested } from './webhook-events.js';
import type { WebhookOutcome } from './webhook-sender.js';
import { WebhookTransmitter } from './webhook-transmitter.js';
import { messages } from './webhook.messages.js';

/** Tests that a tenant may send in a minute. */
export const MOST_TESTS = 20;

/** After this many milliseconds the test of a process that ended is sent by the job that sends deliveries: once, its schedule is over then. */
const ABANDONED_MS = 60_000;

/** Tests endpoints: sends one event at once. */
@Injectable()
export class WebhookTest {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveries,
    private readonly windows: RateWindowTable,
    private readonly transmitter: WebhookTransmitter,
  ) {}

  /**
   * Sends one event to an endpoint, be it active or not, and keeps the delivery with its attempt. No transaction is open meanwhile.
   * @throws not_found, too_many for the 21st test of the tenant in a minute
   */
  async run(ctx: Context, id: string): Promise<DeliveryWithAttempts> {
    const again = ctx.claim?.unanswered ? await this.foundOf(ctx, id) : null;
    if (again) return again;
    const endpoint = await this.endpoints.lock(ctx, id);
    await this.count(ctx);
    const delivery = deliveryOf(ctx, endpoint);
    this.deliveries.insert(ctx, delivery);
    this.endpoints.record(ctx, endpoint, 'test');
    await ctx.db.commitAndContinue();
    const event_id = publicEventId(delivery.event_id);
    const outcome = await this.transmitter.send(endpoint, { delivery, event_id, attempt: 1, at: ctx.now });
    const attempt = attemptOf(ctx, delivery, outcome);
    this.deliveries.finishTest(ctx, delivery, attempt);
    if (delivery.delivered_at) this.endpoints.succeeded(ctx, endpoint, delivery.delivered_at);
    return { delivery, attempts: [attempt] };
  }

  /**
   * The delivery that an earlier request with the same Idempotency-Key made, which was never answered. It may be on its way: it
   * keeps the endpoint, then its answer with the key, so one that holds the key waits for no endpoint.
   * @throws not_found
   */
  private async foundOf(ctx: Context, id: string): Promise<DeliveryWithAttempts | null> {
    await this.endpoints.get(ctx, id);
    const delivery = ctx.claim && (await this.deliveries.findEvent(ctx, id, ctx.claim.id));
    return delivery ? this.deliveries.get(ctx, id, delivery.id) : null;
  }

  /** Counts in the database, in the context's transaction: all instances count together, and a refused request counts nothing. */
  private async count(ctx: Context): Promise<void> {
    // The tenant's id is that of no API key.
    const { taken, remaining_ms } = await this.windows.takeWithin(ctx, ctx.tenant_id, 1);
    if (taken <= MOST_TESTS) return;
    const retry_after = Math.max(1, Math.ceil(remaining_ms / 1_000));
    throw new DomainError('too_many', messages.tooManyTests({ most: MOST_TESTS }), { retry_after });
  }
}

/** Pending until its one attempt is kept. */
function deliveryOf(ctx: Context, endpoint: WebhookEndpoint): WebhookDelivery {
  const event_id = ctx.claim?.id ?? newId(ctx.now);
  const data = {
    id: endpoint.id,
    version: endpoint.version,
    path: `/api/v1/webhooks/${endpoint.id}/`,
    contract_path: null,
  };
  const payload = { actor_id: ctx.actor?.user_id ?? null, data };
  const name = webhookTested.type;
  const abandoned = new Date(ctx.now.getTime() + ABANDONED_MS);
  return Object.assign(new WebhookDelivery(), {
    id: newId(ctx.now),
    created_at: ctx.now,
    webhook_id: endpoint.id,
    event_id,
    event_type: name,
    body: JSON.stringify(publicEvent({ id: event_id, tenant_id: ctx.tenant_id, name, at: ctx.now, payload })),
    status: 'pending',
    step: MOST_ATTEMPTS - 1,
    is_manual: true,
    next_attempt_at: abandoned,
    claimed_until: abandoned,
  } satisfies Partial<WebhookDelivery>);
}

function attemptOf(ctx: Context, delivery: WebhookDelivery, outcome: WebhookOutcome): WebhookAttempt {
  const { status_code, duration_ms, error, response_excerpt } = outcome;
  return Object.assign(new WebhookAttempt(), {
    id: newId(ctx.now),
    delivery_id: delivery.id,
    number: 1,
    at: ctx.now,
    is_manual: true,
    status_code,
    duration_ms,
    error,
    sealed_response: response_excerpt,
  } satisfies Partial<WebhookAttempt>);
}
