import type { Environment } from '../einvoice-settings.entity.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first, second … try that surely did nothing; later ones come every hour. */
const RETRY_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];
/** After a submission whose outcome is not known. */
const SEARCH_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS];
/** How often a search is repeated that got no answer. */
const SEARCH_AGAIN_MS = MINUTE_MS;
/** How long MyInvois refuses a second document of the same number, with a margin for our clock. */
const DUPLICATES_MS = 2 * HOUR_MS - 5 * MINUTE_MS;
/** MyInvois takes documents of the last 72 hours; a document is written with a new issue time before that. */
const FRESH_MS = 70 * HOUR_MS;

/** How often results are asked for, by the age of the submission. */
const FIRST_ASKING_MS = 3 * SECOND_MS;
const ASKING: readonly [until: number, every: number][] = [
  [MINUTE_MS, 5 * SECOND_MS],
  [HOUR_MS, MINUTE_MS],
  [72 * HOUR_MS, 10 * MINUTE_MS],
];
const SIMULATED_ASKING_MS = SECOND_MS;
const REJECTIONS_MS = 24 * HOUR_MS;
const SIMULATED_REJECTIONS_MS = 10 * SECOND_MS;
/** A buyer may ask for a rejection within 72 hours of the validation. */
const REJECTABLE_MS = 73 * HOUR_MS;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * When a document is submitted again after a try that surely did nothing.
 * @param tries that failed, this one among them @param retry_after_ms the time that the service named
 */
export function nextTry(tries: number, now: Date, retry_after_ms: number | null): Date {
  const regular = RETRY_MS[Math.max(tries, 1) - 1] ?? HOUR_MS;
  return later(now, retry_after_ms ?? regular);
}

/**
 * When the service is searched next for a document of unknown outcome: three times, and before it is submitted once more.
 * @param sent_at when it was submitted @param resend_ms after which it may be submitted once more
 */
export function nextSearch(sent_at: Date, now: Date, resend_ms: number): Date {
  const times = [...SEARCH_MS.filter((ms) => ms < resend_ms), resend_ms].map((ms) => later(sent_at, ms));
  return times.find((time) => time > now) ?? later(now, SEARCH_AGAIN_MS);
}

/** What a document becomes that a complete search has not found. */
export type Unfound = 'wait' | 'resend' | 'give_up';

/**
 * What follows a search that has not found a document. It is submitted once more at most, and only while the service itself would
 * refuse a second one.
 * @param submissions so far whose outcome is not known @param first_sent_at the first of them @param sent_at the last of them
 */
export function afterSearch(
  { submissions, first_sent_at, sent_at }: { submissions: number; first_sent_at: Date; sent_at: Date },
  now: Date,
  resend_ms: number,
): Unfound {
  if (now < later(sent_at, resend_ms)) return 'wait';
  return submissions < 2 && now < later(first_sent_at, DUPLICATES_MS) ? 'resend' : 'give_up';
}

/** When the results of a submission are asked for next; null once they are not asked for any more. */
export function nextAsking(submitted_at: Date, now: Date, environment: Environment): Date | null {
  const age = Math.max(now.getTime() - submitted_at.getTime(), 0);
  const stage = ASKING.find(([until]) => age < until);
  if (!stage) return null;
  if (environment === 'simulator') return later(now, SIMULATED_ASKING_MS);
  return age < FIRST_ASKING_MS ? later(submitted_at, FIRST_ASKING_MS) : later(now, stage[1]);
}

/** When a valid document is next asked for the buyer's rejection request; null once none may come. */
export function nextRejectionAsking(validated_at: Date, now: Date, environment: Environment): Date | null {
  const next = later(now, environment === 'simulator' ? SIMULATED_REJECTIONS_MS : REJECTIONS_MS);
  const last = later(validated_at, REJECTABLE_MS);
  if (now >= last) return null;
  return next < last ? next : last;
}

/** Whether a document that is not sent yet needs a new issue time. */
export const isStale = (issued_at: Date, now: Date): boolean => now.getTime() - issued_at.getTime() > FRESH_MS;
