import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JobLease, type LeaseKeeper } from './job-lease.js';
import { JobLeaseTable, type StoredLease } from './job-lease.table.js';
import { SpreadJobs } from './spread-jobs.js';

/** So long a lease lasts that is not renewed: that of a killed process is taken after this and one beat at most. */
export const LEASE_MS = 12_000;
/** So often leases are renewed, and taken where they have ended. */
export const BEAT_MS = 4_000;

/** So long after its end it is forgotten that an instance did a job. */
const CANDIDATE_MS = 3_600_000;

/** What the leases are told, and tell. */
export interface LeaseOptions {
  now: () => Date;
  /** Called where leases could not be read or renewed; it is tried again with the next beat. */
  failed: (error: unknown) => void;
  /** Names of the machines of a sharded database; none of a single one. */
  machines?: () => readonly string[];
}

/** What any instance last told of a job. */
export interface JobReport {
  /** When a round last came to its end without a failure. */
  succeeded_at: Date | null;
  report: unknown;
  /** Milliseconds since the report, now. */
  age_ms: number;
}

const keyOf = ({ job, machine }: { job: string; machine: string }): string => `${job} ${machine}`;

/**
 * Which jobs this instance does. Each job has a lease in the database, which one instance holds and renews every four seconds; it ends
 * twelve seconds after the last renewal, so that another takes over from a process that was killed, suspended or cut off. An instance that
 * ends gives its leases up. Use:
 *
 *     const lease = leases.of('settling', () => job.wake());
 *     leases.begin({ now, failed });
 *     // in each round of the job
 *     if (await lease.granted()) await settle();
 *
 * An instance that does not do a job (it has no mail server) asks for no lease of it. Where leases cannot be read, every instance does
 * every job: the work itself tolerates that (SKIP LOCKED, claims), and a lost lease must not stop it. A job that
 * writes what the memory of its process holds needs no lease.
 */
@Injectable()
export class JobLeases implements LeaseKeeper {
  private readonly holder = randomUUID();
  private readonly leases = new Map<string, JobLease>();
  private readonly spreading = new SpreadJobs(
    this.holder,
    (lease, taken, job) =>
      new JobLease(lease.job, lease.machine, this, taken, () => this.leases.get(keyOf({ job, machine: '' }))),
  );
  private stored = new Map<string, StoredLease>();
  /** When they were last read (`performance.now()`). */
  private readAt = -Infinity;
  private hasFailed = false;
  private timer?: NodeJS.Timeout;
  private beating?: Promise<void>;
  private options: LeaseOptions | null = null;
  private isRead: () => void = () => undefined;
  readonly firstRead = new Promise<void>((done) => (this.isRead = done));

  constructor(private readonly table: JobLeaseTable) {}

  /**
   * The lease of a job, for which this instance competes from the next beat on.
   * @param taken told when it becomes this instance's @param machine of the database; '' for all of them together
   */
  of(job: string, taken: () => void = () => undefined, machine = ''): JobLease {
    const lease = new JobLease(job, machine, this, taken);
    this.leases.set(keyOf(lease), lease);
    return lease;
  }

  /** Lets several instances do a job at once, each for the tenants of some machines. @param taken told when a machine becomes this one's */
  spread(job: string, taken: () => void): void {
    this.spreading.add(job, taken);
  }

  /** Whether this instance has the lease of any machine, of a job that is spread. */
  holdsAny(job: string): boolean {
    return this.spreading.holdsAny(job);
  }

  /**
   * Whether this instance visits the tenants of a machine. Of a job that is not spread, or of a tenant whose machine is not known, the one
   * that has the lease of the whole job does.
   */
  isMine(job: string, machine: string | undefined): boolean {
    if (!this.spreading.isSpread(job)) return true;
    const lease = machine === undefined ? undefined : this.spreading.of(job, machine);
    return (lease ?? this.leases.get(keyOf({ job, machine: '' })))?.isHeld ?? true;
  }

  /** Begins to compete. */
  begin(options: LeaseOptions): void {
    this.options = options;
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref();
    void this.beat();
  }

  /** Gives all leases up. Rounds have to be over: others begin theirs. */
  async end(): Promise<void> {
    const { options } = this;
    if (!options) return;
    clearInterval(this.timer);
    await this.beating;
    this.options = null;
    for (const lease of this.competing()) lease.note(-Infinity);
    await this.table.work(options.now(), (ctx) => this.table.giveUp(ctx, this.holder)).catch(options.failed);
  }

  /** The last report of a job, by any instance; null where none ever had its lease. */
  told(job: string, machine = ''): JobReport | null {
    const stored = this.stored.get(keyOf({ job, machine }));
    if (!stored) return null;
    const { succeeded_at, report, report_age_ms } = stored;
    const age_ms = report_age_ms === null ? Infinity : report_age_ms + performance.now() - this.readAt;
    return { succeeded_at, report, age_ms };
  }

  /** Whether they cannot be read, and what was read has no meaning any more. */
  get areUnknown(): boolean {
    return this.hasFailed && performance.now() - this.readAt > LEASE_MS;
  }

  async report(lease: JobLease, report: object): Promise<void> {
    const { options } = this;
    if (!options) return;
    await this.table.work(options.now(), (ctx) => this.table.report(ctx, lease, this.holder, report));
    const stored = this.stored.get(keyOf(lease));
    // The others read it with their next beat.
    if (stored) Object.assign(stored, { report, report_age_ms: this.readAt - performance.now() });
  }

  /** Reads all leases, renews those of this instance, and takes those that have ended. One at a time. */
  private beat(): Promise<void> {
    const { options } = this;
    if (!options) return Promise.resolve();
    this.beating ??= this.renew(options)
      .then(
        () => (this.hasFailed = false),
        (error: unknown) => {
          this.hasFailed = true;
          options.failed(error);
        },
      )
      .then(() => {
        this.beating = undefined;
        this.isRead();
      });
    return this.beating;
  }

  private *competing(): Generator<JobLease> {
    yield* this.leases.values();
    yield* this.spreading.all();
  }

  private async renew({ now, machines }: LeaseOptions): Promise<void> {
    const { table, holder } = this;
    this.spreading.follow(machines?.() ?? []);
    const asked = performance.now();
    const until = asked + LEASE_MS;
    const [stored, taken] = await table.work(now(), async (ctx) => {
      if (this.readAt === -Infinity) table.forgetCandidates(ctx, new Date(now().getTime() - CANDIDATE_MS));
      const all = await table.read(ctx);
      const has = await table.take(ctx, this.open(all), { holder, ms: LEASE_MS });
      return [all, new Set(has.map(keyOf))] as const;
    });
    this.stored = new Map(stored.map((one) => [keyOf(one), one]));
    this.readAt = performance.now();
    // Between the two the process may have been suspended: counted from before, a lease never seems longer than it is.
    for (const lease of this.competing()) lease.note(taken.has(keyOf(lease)) ? until : -Infinity);
  }

  /** Those that this instance has and those that have ended, in one order everywhere: two instances never wait for each other in a circle. */
  private open(stored: readonly StoredLease[]): JobLease[] {
    const held = stored.filter(({ left_ms }) => left_ms > 0);
    const others = new Set(held.filter(({ holder }) => holder !== this.holder).map(keyOf));
    const own = new Set(held.filter(({ holder }) => holder === this.holder).map(keyOf));
    const open = [...this.competing()]
      .filter((lease) => !others.has(keyOf(lease)) && !lease.isPassed)
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    // Machines beyond the share are not renewed: another instance takes them when their leases have ended.
    const kept = new Set<JobLease>();
    const counts = new Map<string, number>();
    for (const lease of open.toSorted((one, other) => Number(own.has(keyOf(other))) - Number(own.has(keyOf(one))))) {
      if (!this.spreading.isShared(lease)) kept.add(lease);
      else {
        const count = (counts.get(lease.job) ?? 0) + 1;
        counts.set(lease.job, count);
        if (count <= this.spreading.shareOf(lease.job, stored)) kept.add(lease);
      }
    }
    return open.filter((lease) => kept.has(lease));
  }
}
