const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an attempt waits for its payer. */
export const PAYMENT_ATTEMPT_MS = 30 * MINUTE_MS;

/** After it was begun an attempt is asked about then, and every 15 minutes after the last. */
const FIRST_MS = [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];
const EVERY_MS = 15 * MINUTE_MS;
/** After it ended unpaid: at once, and as often as slow banks need. */
const AFTER_END_MS = [0, HOUR_MS, 24 * HOUR_MS];
/** Attempts of so long are asked about every night. */
const NIGHTS_MS = 3 * 24 * HOUR_MS;
/** 02:00 in Malaysia. */
const NIGHT_UTC_HOURS = 18;
/** Until then after its end an attempt is asked about whose last question got no answer. */
const UNANSWERED_MS = 72 * HOUR_MS;

/**
 * When an attempt is asked about next: the second way of learning that it was paid, next to callbacks.
 * @param ends_at when it ended unpaid, or will @returns null once it is asked about no more
 */
export function nextAsking(begun_at: Date, ends_at: Date, now: Date): Date | null {
  const [begun, end, at] = [begun_at.getTime(), ends_at.getTime(), now.getTime()];
  const first = FIRST_MS.map((after) => begun + after).find((time) => time > at);
  const last = begun + (FIRST_MS.at(-1) as number);
  const regular = first ?? last + (Math.floor((at - last) / EVERY_MS) + 1) * EVERY_MS;
  if (regular < end) return new Date(regular);
  const after = AFTER_END_MS.map((later) => end + later).find((time) => time > at);
  return after === undefined ? null : new Date(after);
}

/**
 * When an attempt is asked about next of which the gateway gave no answer: as ever, and after the last time of the schedule every 15
 * minutes, for three days after its end.
 */
export function nextAskingUnanswered(begun_at: Date, ends_at: Date, now: Date): Date | null {
  const next = nextAsking(begun_at, ends_at, now);
  if (next !== null) return next;
  return now.getTime() < ends_at.getTime() + UNANSWERED_MS ? new Date(now.getTime() + EVERY_MS) : null;
}

/** The next night in which attempts are asked about again, after an instant: 02:00 (UTC+8). */
export function nextNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(NIGHT_UTC_HOURS, 0, 0, 0);
  return night > now ? night : new Date(night.getTime() + 24 * HOUR_MS);
}

/** The same, for three days after an attempt has ended; null after them. */
export function nextNightOf(ended_at: Date, now: Date): Date | null {
  const night = nextNight(now);
  return night.getTime() - ended_at.getTime() <= NIGHTS_MS ? night : null;
}

/** When an attempt is asked about again whose gateway gave no answer in the night: every 15 minutes, for a day after its last night. */
export function nextNightUnanswered(ended_at: Date, now: Date): Date | null {
  const over = now.getTime() - ended_at.getTime() > NIGHTS_MS + 24 * HOUR_MS;
  return over ? null : new Date(now.getTime() + EVERY_MS);
}
