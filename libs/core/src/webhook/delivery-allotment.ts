import { MOST_OF_ENDPOINT } from './sending-places.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Failures in a row after which one delivery at a time is tried, every 30 seconds at most, until a success. */
export const THROTTLED_AFTER = 5;
export const THROTTLE_MS = 30_000;
/** Deliveries that are claimed at once for an endpoint whose last attempt succeeded: they are sent two at a time. */
const MOST_CLAIMED = 20;

/** An endpoint with deliveries that are due. */
export interface DueEndpoint {
  endpoint: WebhookEndpoint;
  /** Whether one was asked for by hand. */
  hasManual: boolean;
  hasScheduled: boolean;
}

/** What may be sent in a turn. */
export interface Room {
  /** Requests of the tenant. */
  sockets: number;
  /** Deliveries to an endpoint that are under way here. */
  lanesOf: (webhook_id: string) => number;
}

/** The part of a turn that an endpoint has. */
export interface Allotment {
  endpoint: WebhookEndpoint;
  /** How many are sent at once. */
  lanes: number;
  /** How many are claimed. */
  most: number;
  kind: 'any' | 'manual';
  /** Whether the endpoint may have its next attempt only if no other instance makes it. */
  isThrottled: boolean;
}

/** Whether an endpoint that keeps failing may have its next attempt. */
const mayBeTried = ({ last_attempt_at }: WebhookEndpoint, now: Date): boolean =>
  last_attempt_at === null || now.getTime() - last_attempt_at.getTime() >= THROTTLE_MS;

function ofOne(
  { endpoint, hasManual }: DueEndpoint,
  underWay: number,
  now: Date,
): Omit<Allotment, 'lanes' | 'most'> & { free: number } {
  const isThrottled = endpoint.failures_in_row >= THROTTLED_AFTER;
  const most = endpoint.ordering === 'strict' ? 1 : MOST_OF_ENDPOINT;
  const free = Math.max(0, most - underWay);
  if (!isThrottled) return { endpoint, kind: 'any', isThrottled, free };
  const hasTurn = underWay === 0 && mayBeTried(endpoint, now);
  // Retries by hand pass; the others wait for their turn of 30 seconds. In strict order a retry may itself wait for those.
  if (hasManual && !(endpoint.ordering === 'strict' && hasTurn))
    return { endpoint, kind: 'manual', isThrottled: false, free };
  return { endpoint, kind: 'any', isThrottled, free: hasTurn ? 1 : 0 };
}

/**
 * Distributes a tenant's sockets to its endpoints, one each before any has a second.
 * @param due the endpoint first that was attempted the longest ago
 * @returns also whether endpoints with due deliveries have less than they could use
 */
export function allot(
  due: readonly DueEndpoint[],
  { sockets, lanesOf }: Room,
  now: Date,
): { allotments: Allotment[]; isShort: boolean } {
  const wanted = due.map((one) => ({ ...ofOne(one, lanesOf(one.endpoint.id), now), lanes: 0 }));
  let left = sockets;
  for (let round = 1; round <= MOST_OF_ENDPOINT; round += 1)
    for (const one of wanted) {
      if (left === 0 || one.free < round) continue;
      one.lanes += 1;
      left -= 1;
    }
  const isBusy = due.some(({ endpoint }) => lanesOf(endpoint.id) > 0);
  const isShort = isBusy || wanted.some(({ lanes, free }) => lanes < free);
  const allotments = wanted.flatMap(({ free: _free, ...one }) =>
    one.lanes === 0 ? [] : [{ ...one, most: mostOf(one) }],
  );
  return { allotments, isShort };
}

/** Of an endpoint that fails no more are claimed than are sent at once: the next is sent when the outcome is known. */
const mostOf = ({ endpoint, lanes, kind }: Pick<Allotment, 'endpoint' | 'lanes' | 'kind'>): number =>
  endpoint.failures_in_row === 0 && endpoint.ordering === 'none' && kind === 'any' ? MOST_CLAIMED : lanes;
