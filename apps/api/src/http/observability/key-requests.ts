/** What becomes of requests with an API key: `accepted` has passed all that concerns the key itself. */
export const keyOutcomes = [
  'accepted',
  'unknown',
  'expired',
  'suspended',
  'address',
  'rate',
  'session_required',
  'scope',
] as const;
export type KeyOutcome = (typeof keyOutcomes)[number];

/** Requests of API keys, counted by outcome: the counter of the metrics reads it, since each of its increments costs more. */
export class KeyRequests {
  private readonly counts = new Map<KeyOutcome, number>(keyOutcomes.map((outcome) => [outcome, 0]));

  count(outcome: KeyOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  all(): Iterable<[KeyOutcome, number]> {
    return this.counts;
  }
}
