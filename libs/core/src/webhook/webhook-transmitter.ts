import type { PublicEvent } from '@usaha/shared/events';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { webhookHeaders } from './webhook-headers.js';
import type { WebhookOutcome, WebhookSender } from './webhook-sender.js';

/** One attempt of a delivery. */
export interface Transmission {
  delivery: Pick<WebhookDelivery, 'body' | 'sequence'>;
  /** Of the event, as it is sent: `msg_…`. */
  event_id: PublicEvent['id'];
  /** Of this delivery, from 1. */
  attempt: number;
  at: Date;
  /** Abandons the request: the service stops. */
  signal?: AbortSignal;
}

/** Sends deliveries: signs them and adds the headers of their endpoint. */
export class WebhookTransmitter {
  /** @param release of the service, which the header user-agent names */
  constructor(
    private readonly sender: WebhookSender,
    private readonly release: string,
  ) {}

  /**
   * Makes one attempt. Call it with no transaction open: it takes up to 15 seconds.
   * @param endpoint with its address and secrets
   */
  send(endpoint: WebhookEndpoint, { delivery, event_id, attempt, at, signal }: Transmission): Promise<WebhookOutcome> {
    const { body, sequence } = delivery;
    const { release } = this;
    const secrets = endpoint.secretsAt(at);
    const custom = endpoint.headers;
    const headers = webhookHeaders({ event_id, body, secrets, at, sequence, attempt, release, custom });
    return this.sender.send({ url: endpoint.sealed_url ?? '', headers, body, signal });
  }
}
