import type { LeasedJob } from './job-lease.table.js';

/** What a lease asks of those that keep it. */
export interface LeaseKeeper {
  /** Whether leases cannot be read: then every instance works as if it had all of them. */
  readonly areUnknown: boolean;
  /** Comes to its end when the leases were first read, or could not be. */
  readonly firstRead: Promise<void>;
  report(lease: JobLease, report: object): Promise<void>;
}

/** After a round that is late, another instance has this time to take the lease. */
const PASSED_MS = 60_000;

/**
 * The lease of a job, as one instance sees it. It keeps two instances from doing the same work at once most of the time, and no more:
 * an instance that was suspended may still work when another has taken over. What a job does has to be right all the same.
 */
export class JobLease implements LeasedJob {
  /** @internal When a round last came to its end without a failure; null: not since this process began. */
  succeeded_at: Date | null = null;
  /** Until when it is held (`performance.now()`). */
  private until = -Infinity;
  private passedUntil = -Infinity;

  /** @internal @param onTaken told when the lease becomes this instance's @param whole that passes this one too */
  constructor(
    readonly job: string,
    readonly machine: string,
    private readonly keeper: LeaseKeeper,
    private readonly onTaken: () => void,
    /** The lease of the job as a whole, of one that is of one machine. */
    private readonly whole: () => JobLease | undefined = () => undefined,
  ) {}

  /** Whether this instance is to do the job now. Where leases cannot be read, each is. */
  get isHeld(): boolean {
    return performance.now() < this.until || this.keeper.areUnknown;
  }

  /** The same, once the leases were read for the first time. */
  async granted(): Promise<boolean> {
    await this.keeper.firstRead;
    return this.isHeld;
  }

  /** A round has come to its end without a failure: every instance is told when. */
  succeeded(at: Date): void {
    this.succeeded_at = at;
  }

  /** Tells every instance something of the job, as long as the lease is held. @param report figures, and nothing of a tenant */
  report(report: object): Promise<void> {
    return this.keeper.report(this, report);
  }

  /** A round does not come to its end: another instance may take the lease, and those of the job's machines, which are not renewed for a minute. */
  pass(): void {
    this.passedUntil = performance.now() + PASSED_MS;
  }

  /** @internal */
  get isPassed(): boolean {
    return performance.now() < this.passedUntil || (this.whole()?.isPassed ?? false);
  }

  /** @internal The database has it as this instance's, or another's. @param until by `performance.now()` */
  note(until: number): void {
    const wasHeld = performance.now() < this.until;
    this.until = until;
    if (!wasHeld && performance.now() < until) this.onTaken();
  }
}
