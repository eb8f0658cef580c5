import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, type Context } from '@usaha/shared';

/** What a lease is of: a job on all machines of the database together (`''`), or on one. */
export interface LeasedJob {
  job: string;
  machine: string;
}

/** A lease that an instance would have. */
export interface WantedLease extends LeasedJob {
  /** When a round of this instance last came to its end without a failure. */
  succeeded_at: Date | null;
}

/** A lease as the database has it. */
export interface StoredLease extends LeasedJob {
  holder: string;
  /** Milliseconds until it ends; below 0 once it has. */
  left_ms: number;
  succeeded_at: Date | null;
  report: unknown;
  /** Milliseconds since the report; null where there is none. */
  report_age_ms: number | null;
}

const READ = `
  select r.job, r.machine, r.holder, (extract(epoch from r.until - now()) * 1000)::float8,
         r.succeeded_at, r.report, (extract(epoch from now() - r.reported_at) * 1000)::float8
    from core.job_leases r where r.tenant_id = $1`;

/**
 * One clock, the database's, says whether a lease has ended. Of two instances that take one at once, the second waits for the row and
 * finds it taken. ON CONFLICT may have no function of the clock on Citus: it compares with what VALUES says. One statement for all
 * leases: on a cluster there is one for each job and machine. @param count of leases
 */
const takeOf = (count: number): string => {
  const rows = Array.from({ length: count }, (_, i) => {
    const [job, machine, succeeded] = [4 + 3 * i, 5 + 3 * i, 6 + 3 * i];
    return `($1::uuid, $${job}::text, $${machine}::text, $2::uuid, now(), now() + $3::float8 * interval '1 millisecond', $${succeeded}::timestamptz)`;
  });
  return `
  insert into core.job_leases as r (tenant_id, job, machine, holder, taken_at, until, succeeded_at)
  values ${rows.join(', ')}
  on conflict (tenant_id, job, machine) do update
    set holder = excluded.holder, taken_at = excluded.taken_at, until = excluded.until,
        succeeded_at = greatest(r.succeeded_at, excluded.succeeded_at)
  where r.holder = excluded.holder or r.until <= excluded.taken_at
  returning r.job, r.machine`;
};

/** At a time of the database's clock that is no more than a beat ago: an UPDATE may ask no clock on Citus. */
const REPORT = `
  update core.job_leases r set report = $5, reported_at = r.taken_at
   where r.tenant_id = $1 and r.job = $2 and r.machine = $3 and r.holder = $4`;

const GIVE_UP = 'update core.job_leases r set until = r.taken_at where r.tenant_id = $1 and r.holder = $2';

/** Instances that told of themselves, and have ended. */
const FORGET_CANDIDATES =
  'delete from core.job_leases r where r.tenant_id = $1 and r.machine = r.holder::text and r.until < $2';

/** The leases in the database. Every method works in a context of the nil tenant. */
@Injectable()
export class JobLeaseTable {
  constructor(private readonly database: Database) {}

  async read({ db }: Context): Promise<StoredLease[]> {
    const rows = await db.read(READ, [NO_TENANT]);
    return (rows as [string, string, string, number, Date | null, unknown, number | null][]).map(
      ([job, machine, holder, left_ms, succeeded_at, report, report_age_ms]) => ({
        job,
        machine,
        holder,
        left_ms,
        succeeded_at,
        report,
        report_age_ms,
      }),
    );
  }

  /** Takes leases that have ended, and renews others, in their order. @returns those that the holder has now */
  async take(
    { db }: Context,
    leases: readonly WantedLease[],
    { holder, ms }: { holder: string; ms: number },
  ): Promise<LeasedJob[]> {
    if (leases.length === 0) return [];
    const values = leases.flatMap(({ job, machine, succeeded_at }) => [job, machine, succeeded_at]);
    const rows = await db.write(takeOf(leases.length), [NO_TENANT, holder, ms, ...values]);
    return (rows as [string, string][]).map(([job, machine]) => ({ job, machine }));
  }

  /** Tells all instances something, where the holder still has the lease. */
  async report({ db }: Context, { job, machine }: LeasedJob, holder: string, report: object): Promise<void> {
    await db.change(REPORT, [NO_TENANT, job, machine, holder, JSON.stringify(report)]);
  }

  /** Enqueues that instances which ended before are forgotten. */
  forgetCandidates({ db }: Context, before: Date): void {
    db.enqueue(FORGET_CANDIDATES, [NO_TENANT, before]);
  }

  /** Ends all leases of a holder. */
  async giveUp({ db }: Context, holder: string): Promise<void> {
    await db.change(GIVE_UP, [NO_TENANT, holder]);
  }

  /** A transaction of the nil tenant. */
  work<T>(now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, work);
  }
}
