import { setTimeout as sleep } from 'node:timers/promises';

/** So long the last answer stands: however many ask, the database is asked no more often. */
const FRESH_MS = 5_000;
/** So long a scrape waits for a new one before it takes the last. */
const PATIENCE_MS = 250;
/** After so long the last says nothing any more. */
const STALE_MS = 60_000;

/** A figure that has to be asked for, and is not waited for: one question at a time, and the last answer meanwhile. */
export class KeptReading<T> {
  private latest: T | null = null;
  private answered = -Infinity;
  private asked = -Infinity;
  private underWay?: Promise<void>;

  constructor(
    private readonly read: () => Promise<T | null>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** The newest answer; null where there is none of the last minute. */
  async value(): Promise<T | null> {
    const now = performance.now();
    if (!this.underWay && now - this.asked >= FRESH_MS) {
      this.asked = now;
      this.underWay = this.ask().finally(() => (this.underWay = undefined));
    }
    if (this.underWay) await Promise.race([this.underWay, sleep(this.patienceMs, undefined, { ref: false })]);
    return performance.now() - this.answered < STALE_MS ? this.latest : null;
  }

  private async ask(): Promise<void> {
    // That it cannot be read is told by readiness, and in the log by all others that need the database.
    const latest = await this.read().catch(() => null);
    if (latest === null) return;
    this.latest = latest;
    this.answered = performance.now();
  }
}
