import type { JobLease } from './job-lease.js';
import type { LeasedJob, StoredLease } from './job-lease.table.js';

/** Under this name an instance tells that it does a job: its machine is the instance itself. */
const candidateOf = (job: string): string => `${job} candidate`;

/** Makes a lease, of a job under a name. */
type MakeLease = (lease: LeasedJob, taken: () => void, job: string) => JobLease;

const nothing = (): void => undefined;

/**
 * Jobs that several instances do at once, each for the tenants of some machines of a sharded database. The machines are shared out by
 * number: an instance holds the leases of no more than its share of them, which falls when another one tells that it does the job.
 */
export class SpreadJobs {
  private readonly jobs = new Map<string, () => void>();
  private machines: readonly string[] = [];
  private readonly leases = new Map<string, JobLease[]>();

  /** @param holder the instance */
  constructor(
    private readonly holder: string,
    private readonly make: MakeLease,
  ) {}

  /** @param taken told when a machine becomes this instance's */
  add(job: string, taken: () => void): void {
    this.jobs.set(job, taken);
  }

  /** Leases to compete for: those of each machine, and the one that tells of this instance; none where there is one machine. */
  *all(): Generator<JobLease> {
    for (const some of this.leases.values()) yield* some;
  }

  /** @param machines that there are now */
  follow(machines: readonly string[]): void {
    const known = machines.length > 1 ? [...machines].sort() : [];
    if (known.join(' ') === this.machines.join(' ')) return;
    this.machines = known;
    for (const [job, taken] of this.jobs) {
      const before = this.leases.get(job) ?? [];
      const keep = (machine: string, name: string, told: () => void): JobLease =>
        before.find((lease) => lease.job === name && lease.machine === machine) ??
        this.make({ job: name, machine }, told, job);
      const now = known.map((machine) => keep(machine, job, taken));
      if (known.length > 0) now.push(keep(this.holder, candidateOf(job), nothing));
      for (const lease of before) if (!now.includes(lease)) lease.note(-Infinity);
      this.leases.set(job, now);
    }
  }

  /** How many machines of a job are this instance's share. */
  shareOf(job: string, stored: readonly StoredLease[]): number {
    const others = stored.filter(
      ({ job: name, machine, left_ms }) => name === candidateOf(job) && machine !== this.holder && left_ms > 0,
    );
    return Math.ceil(this.machines.length / (others.length + 1));
  }

  /** Whether a lease is one of those that are shared out. */
  isShared({ job, machine }: LeasedJob): boolean {
    return machine !== '' && this.jobs.has(job);
  }

  /** The lease of a machine; undefined where the job is not done by machine. */
  of(job: string, machine: string): JobLease | undefined {
    return this.leases.get(job)?.find((lease) => lease.job === job && lease.machine === machine);
  }

  /** Whether any machine of a job is this instance's. */
  holdsAny(job: string): boolean {
    return this.leases.get(job)?.some((lease) => lease.job === job && lease.isHeld) ?? false;
  }

  /** Whether the job is done by machine now. */
  isSpread(job: string): boolean {
    return this.machines.length > 1 && this.jobs.has(job);
  }
}
