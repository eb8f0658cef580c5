import { nextDelay } from './schedule.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookOutcome } from './webhook-sender.js';

/** Failures alone for so long disable an endpoint. */
export const FAILING_MS = 5 * 86_400_000;
/** Gone: the receiver wants no more. */
const GONE = 410;

/** One attempt that was made. */
export interface Attempted {
  /** As it was claimed. */
  delivery: WebhookDelivery;
  began_at: Date;
  ended_at: Date;
  outcome: WebhookOutcome;
}

/** What an attempt changes of a delivery. */
export const changedByAttempts = [
  'status',
  'attempts_made',
  'step',
  'is_manual',
  'next_attempt_at',
  'claimed_until',
  'last_status_code',
  'last_error',
  'delivered_at',
  'ended_at',
] as const satisfies (keyof WebhookDelivery)[];
export type DeliveryState = Pick<WebhookDelivery, 'id' | (typeof changedByAttempts)[number]>;

/** What the attempts of an endpoint say of it. */
export type EndpointHealth = Pick<
  WebhookEndpoint,
  'failing_since' | 'failures_in_row' | 'last_attempt_at' | 'last_success_at'
>;

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/**
 * A delivery after an attempt.
 * @param now as it stands locked in the database
 * @returns null where the claim ended and the delivery is another instance's
 */
export function afterAttempt(now: DeliveryState, attempted: Attempted, random?: () => number): DeliveryState | null {
  const { delivery, ended_at, outcome } = attempted;
  if (!isSame(now.claimed_until, delivery.claimed_until)) return null;
  const told: DeliveryState = {
    ...now,
    attempts_made: now.attempts_made + 1,
    claimed_until: null,
    last_status_code: outcome.status_code,
    last_error: outcome.error,
  };
  // It was queued again while it was sent: then it is sent again.
  if (now.status === 'pending' && !isSame(now.next_attempt_at, delivery.next_attempt_at)) return told;
  const ended = { is_manual: false, next_attempt_at: null, ended_at };
  if (outcome.error === null) return { ...told, ...ended, status: 'delivered', delivered_at: ended_at };
  if (now.status !== 'pending') return told;
  const step = now.step + 1;
  const delay = nextDelay(step, outcome.retry_after_ms, random);
  if (delay === null) return { ...told, ...ended, step, status: 'failed' };
  return { ...told, step, is_manual: false, next_attempt_at: new Date(ended_at.getTime() + delay) };
}

/** An endpoint after attempts, in the order in which they ended. */
export function healthAfter(health: EndpointHealth, attempts: readonly Attempted[]): EndpointHealth {
  const after = { ...health };
  for (const { began_at, ended_at, outcome } of attempts.toSorted((a, b) => +a.ended_at - +b.ended_at)) {
    if (after.last_attempt_at === null || after.last_attempt_at < began_at) after.last_attempt_at = began_at;
    if (outcome.error === null)
      Object.assign(after, { failing_since: null, failures_in_row: 0, last_success_at: ended_at });
    else
      Object.assign(after, {
        failing_since: after.failing_since ?? ended_at,
        failures_in_row: after.failures_in_row + 1,
      });
  }
  return after;
}

/** Why an active endpoint is to be disabled after attempts; null: it is not. */
export function reasonToDisable(
  { failing_since }: EndpointHealth,
  attempts: readonly Attempted[],
  now: Date,
): 'gone' | 'failing' | null {
  if (attempts.some(({ outcome }) => outcome.status_code === GONE)) return 'gone';
  return failing_since !== null && now.getTime() - failing_since.getTime() >= FAILING_MS ? 'failing' : null;
}
