import type { FairLimit, Owner } from '@usaha/shared';

/** Milliseconds that a client may take nothing of its answer while others wait for theirs. */
const STALL_MS = 2_000;
const LOOK_MS = 500;

/**
 * Watches the client of an answer that streams from the database. It may be as slow as its time allows; while another tenant
 * waits for its place, it is cut off when it takes nothing for two seconds.
 */
export class StalledClientWatch {
  /** When a part was handed over that it has not taken yet, on the clock of `performance`. */
  private since = Infinity;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly places: FairLimit,
    private readonly owner: Owner,
    private readonly cutOff: () => void,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  given(): void {
    this.since = performance.now();
  }

  taken(): void {
    this.since = Infinity;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (performance.now() - this.since > STALL_MS && this.places.isWantedByOthers(this.owner)) this.cutOff();
  }
}
