const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000] as const;

/** Milliseconds before the second and each later attempt, after the one before (A-443, Standard Webhooks). */
const DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A delay is multiplied by 0.8 to 1.2, so that deliveries that failed together do not return together. */
const [LEAST_FACTOR, SPREAD] = [0.8, 0.4] as const;

/** Attempts after which a delivery has failed. */
export const MOST_ATTEMPTS = DELAYS.length + 1;
/** Milliseconds that a receiver may delay the next attempt for. */
export const MOST_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Milliseconds until the next attempt of a delivery.
 * @param made attempts that the schedule has made, at least 1
 * @param retry_after_ms what the receiver asked for; the later of both counts
 * @param random from 0 to less than 1
 * @returns null where the delivery has failed
 */
export function nextDelay(
  made: number,
  retry_after_ms: number | null,
  random: () => number = Math.random,
): number | null {
  const delay = DELAYS[made - 1];
  if (delay === undefined) return null;
  const scheduled = Math.round(delay * (LEAST_FACTOR + SPREAD * random()));
  return Math.max(scheduled, Math.min(retry_after_ms ?? 0, MOST_RETRY_AFTER_MS));
}

/** Days as the three forms of HTTP dates begin with them (RFC 9110, 5.6.7); the last form names no zone. */
const WITH_ZONE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, \d{2}[ -]\w{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
const WITHOUT_ZONE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Milliseconds that a header Retry-After asks for, at most 24 hours; 0 for a moment that has passed.
 * @param header seconds, or an HTTP date
 * @returns null where there is no header, or it is neither
 */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : momentOf(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MOST_RETRY_AFTER_MS);
}

function momentOf(text: string): number {
  if (WITH_ZONE.test(text)) return Date.parse(text);
  return WITHOUT_ZONE.test(text) ? Date.parse(`${text} GMT`) : NaN;
}
