import { invalid, readInstant } from '@usaha/shared';
import { messages } from '../messages.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far the clock of a till may be ahead, in minutes. */
const MOST_AHEAD = 5;

/** What a request tells of the time of its sale. */
export interface ToldTime {
  /** ISO 8601. */
  sold_at?: string | null;
  offline?: boolean | null;
  client_reference?: string | null;
}

/**
 * When a sale was made: now unless told; what is told may be a little ahead, which is now, and some days back.
 * @param days back that are allowed @throws invalid, also for a sale without a network that tells no time or reference
 */
export function soldAt({ sold_at, offline, client_reference }: ToldTime, now: Date, days: number): Date {
  if (offline)
    for (const [field, told] of Object.entries({ client_reference, sold_at }))
      if (typeof told !== 'string') throw invalid(field, messages.offlineNeeds({ field }));
  if (typeof sold_at !== 'string') return now;
  const at = readInstant(sold_at)?.getTime() ?? Number.NaN;
  const ahead = at - now.getTime();
  // Not a number is neither.
  if (!(ahead <= MOST_AHEAD * MINUTE_MS)) throw invalid('sold_at', messages.soldAhead());
  if (ahead >= 0) return now;
  if (-ahead > days * DAY_MS) throw invalid('sold_at', messages.soldLongAgo({ days }));
  return new Date(at);
}
