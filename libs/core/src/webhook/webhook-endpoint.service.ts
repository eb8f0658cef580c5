import { Injectable } from '@nestjs/common';
import { conflict, type Context, type Page, type PageRequest } from '@usaha/shared';
import { EventInterests } from '../event/event-interests.js';
import { AddressGuard } from './address-guard.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookEndpoint, type DisabledReason, type WebhookDetails } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { messages } from './webhook.messages.js';

/** Endpoints that a tenant may have. */
export const MOST_ENDPOINTS = 20;
/** Hours for which the secret before a rotation signs too, unless told otherwise. */
const OVERLAP_HOURS = 24;

/** What an endpoint is made from. */
export type NewWebhook = Partial<WebhookDetails> & Pick<WebhookDetails, 'url'>;

/** An endpoint with its secret, which is told this once. */
export interface TellableWebhook {
  record: WebhookEndpoint;
  /** In clear. */
  secret: string;
}

/** The webhook endpoints of the context's tenant, for its administrators. */
@Injectable()
export class WebhookEndpointService {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveries,
    private readonly interests: EventInterests,
    private readonly guard: AddressGuard,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<WebhookEndpoint> {
    return this.endpoints.get(ctx, id);
  }

  /** One page, newest first. */
  list(ctx: Context, page: PageRequest): Promise<Page<WebhookEndpoint>> {
    return this.endpoints.list(ctx, {}, page);
  }

  /** @throws invalid for an address that is not public, patterns and headers that are none; conflict for the 21st endpoint */
  async create(ctx: Context, told: NewWebhook): Promise<TellableWebhook> {
    const record = WebhookEndpoint.of(told);
    await this.guard.requireAllowed(told.url);
    // Counted behind the lock, in its packet: makers take turns, and see the endpoints of those before them.
    const [, count] = await Promise.all([this.interests.lock(ctx), this.endpoints.count(ctx)]);
    if (count >= MOST_ENDPOINTS) throw conflict('url', messages.tooManyEndpoints({ most: MOST_ENDPOINTS }));
    const secret = record.drawSecret();
    this.endpoints.insert(ctx, record);
    this.interests.refreshEndpoints(ctx);
    return { record, secret };
  }

  /** Absent fields stay. @throws not_found, invalid for an address that is not public, patterns and headers that are none */
  async update(ctx: Context, id: string, changes: Partial<WebhookDetails>): Promise<WebhookEndpoint> {
    if (changes.url !== undefined) await this.guard.requireAllowed(changes.url);
    const record = await this.lock(ctx, id);
    record.describe(changes);
    return this.save(ctx, record, 'update');
  }

  /** Deletes an endpoint and drops what is pending. @throws not_found */
  async remove(ctx: Context, id: string): Promise<WebhookEndpoint> {
    const record = await this.lock(ctx, id);
    record.forgetSecrets();
    this.endpoints.remove(ctx, record);
    this.deliveries.skipPending(ctx, record);
    this.interests.refreshEndpoints(ctx);
    return record;
  }

  /** @throws not_found */
  async enable(ctx: Context, id: string): Promise<WebhookEndpoint> {
    const record = await this.lock(ctx, id);
    record.enable();
    return this.save(ctx, record, 'enable');
  }

  /**
   * Ends sending; what is pending is skipped. Its events are recorded for seven days more.
   * @param reason manual unless told otherwise @throws not_found
   */
  async disable(ctx: Context, id: string, reason: DisabledReason = 'manual'): Promise<WebhookEndpoint> {
    const record = await this.lock(ctx, id);
    if (record.status === 'disabled') return record;
    record.disable(reason, ctx.now);
    this.deliveries.skipPending(ctx, record);
    return this.save(ctx, record, 'disable');
  }

  /** Gives an endpoint a new secret; the one before signs too until it expires. @throws not_found */
  async rotateSecret(ctx: Context, id: string, expire_in_hours = OVERLAP_HOURS): Promise<TellableWebhook> {
    const record = await this.endpoints.lock(ctx, id);
    const secret = record.rotateSecret(expire_in_hours, ctx.now);
    this.endpoints.save(ctx, record, 'rotate_secret');
    return { record, secret };
  }

  /** Locks the tenant's interests before the endpoint, so that changes of endpoints take turns. @throws not_found */
  private async lock(ctx: Context, id: string): Promise<WebhookEndpoint> {
    const [, record] = await Promise.all([this.interests.lock(ctx), this.endpoints.lock(ctx, id)]);
    return record;
  }

  private save(ctx: Context, record: WebhookEndpoint, action: string): WebhookEndpoint {
    const changed = this.endpoints.changedFields(record);
    this.endpoints.save(ctx, record, action);
    if (changed.includes('event_types') || changed.includes('status')) this.interests.refreshEndpoints(ctx);
    return record;
  }
}
