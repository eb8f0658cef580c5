import { Injectable } from '@nestjs/common';
import { conflict, type Context, type Page, type PageRequest } from '@usaha/shared';
import { WebhookDeliveries, type DeliveryQuery, type DeliveryWithAttempts } from './webhook-deliveries.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookQueue } from './webhook-queue.js';
import { messages } from './webhook.messages.js';

/** The log of what was sent to an endpoint, for administrators. */
@Injectable()
export class WebhookDeliveryService {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveries,
    private readonly queue: WebhookQueue,
  ) {}

  /** One page of an endpoint's deliveries, newest first. @throws not_found */
  async list(
    ctx: Context,
    webhook_id: string,
    query: DeliveryQuery,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    const [, found] = await Promise.all([
      this.endpoints.get(ctx, webhook_id),
      this.deliveries.list(ctx, webhook_id, query, page),
    ]);
    return found;
  }

  /** A delivery with its attempts. @throws not_found */
  async get(ctx: Context, webhook_id: string, id: string): Promise<DeliveryWithAttempts> {
    const [, found] = await Promise.all([
      this.endpoints.get(ctx, webhook_id),
      this.deliveries.get(ctx, webhook_id, id),
    ]);
    return found;
  }

  /** Makes a delivery due now with a new schedule, also one that was delivered. @throws not_found, conflict while the endpoint is disabled */
  async retry(ctx: Context, webhook_id: string, id: string): Promise<WebhookDelivery> {
    const endpoint = await this.endpoints.lockParent(ctx, webhook_id);
    const delivery = await this.deliveries.lock(ctx, webhook_id, id);
    if (endpoint.status === 'disabled') throw conflict('status', messages.disabled());
    this.deliveries.retry(ctx, delivery);
    this.endpoints.record(ctx, endpoint, 'retry');
    this.queue.wakeAfterCommit(ctx);
    return delivery;
  }
}
