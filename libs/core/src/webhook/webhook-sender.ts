import type { WebhookAttempt } from './webhook-attempt.entity.js';

/** One request to an endpoint. */
export interface WebhookRequest {
  url: string;
  /** All but host, content-length and connection: see `webhookHeaders`. */
  headers: Readonly<Record<string, string>>;
  /** The bytes that were signed. */
  body: string;
  /** Abandons the request: the service stops. */
  signal?: AbortSignal;
}

/** What became of one request. */
export interface WebhookOutcome extends Pick<WebhookAttempt, 'status_code' | 'duration_ms' | 'error'> {
  /** The beginning of the answer: printable, at most 1 KB; null where there was none. */
  response_excerpt: string | null;
  /** What a failed answer asks to wait for, at most 24 hours. */
  retry_after_ms: number | null;
}

/** Milliseconds for name, connection, TLS and answer together. */
export const ATTEMPT_MS = 15_000;

/** Sends webhooks. A library does not know how; the composition of the service provides one. */
export abstract class WebhookSender {
  /**
   * Says what became of the request, and throws nothing for it. `error` is null where it was delivered.
   * @throws the reason of `signal` where it aborts: then it is not known whether the request arrived
   */
  abstract send(request: WebhookRequest): Promise<WebhookOutcome>;
}

/** For programs that send no webhooks. */
export class NoWebhookSender extends WebhookSender {
  /** @throws in every case */
  send(): Promise<WebhookOutcome> {
    return Promise.reject(new Error('This program has no WebhookSender: give CoreModule one'));
  }
}
