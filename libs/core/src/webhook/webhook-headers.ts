import { signatureOf } from './signature.js';

/** What the headers of one attempt say. */
export interface WebhookHeaders {
  event_id: string;
  /** The bytes that are sent. */
  body: string;
  /** Those that are in force: one, or two while a rotation overlaps. */
  secrets: readonly string[];
  /** When this attempt begins. */
  at: Date;
  /** Among the deliveries of the endpoint, from 1; null of a test. */
  sequence: number | null;
  /** Of this delivery, from 1. */
  attempt: number;
  /** The release of the service. */
  release: string;
  /** Headers that the endpoint has in addition. */
  custom?: Readonly<Record<string, string>>;
}

/** The headers of one attempt, without those of the connection. */
export function webhookHeaders(said: WebhookHeaders): Record<string, string> {
  const { event_id, body, secrets, at, sequence, attempt, release, custom = {} } = said;
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    ...custom,
    'content-type': 'application/json',
    'user-agent': `Usaha-Webhooks/${release}`,
    'webhook-id': event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id: event_id, timestamp, body }, secrets),
    ...(sequence !== null && { 'usaha-sequence': String(sequence) }),
    'usaha-attempt': String(attempt),
  };
}
