import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, type Context } from '@usaha/shared';

/** What a lease is of: a job on all machines of the database together (`''`), or on one. */
export interface LeasedJob {
  job: string;
  machine: string;
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
 * finds it taken. ON CONFLICT may have no function of the clock on Citus: it compares with what VALUES says.
 */
const TAKE = `
  insert into core.job_leases as r (tenant_id, job, machine, holder, taken_at, until, succeeded_at)
  values ($1, $2, $3, $4, now(), now() + $5 * interval '1 millisecond', $6)
  on conflict (tenant_id, job, machine) do update
    set holder = excluded.holder, taken_at = excluded.taken_at, until = excluded.until,
        succeeded_at = greatest(r.succeeded_at, excluded.succeeded_at)
  where r.holder = excluded.holder or r.until <= excluded.taken_at
  returning r.holder`;

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

  /** Takes a lease that has ended, or renews one. @returns whether the holder has it now */
  async take(
    { db }: Context,
    { job, machine }: LeasedJob,
    { holder, ms, succeeded_at }: { holder: string; ms: number; succeeded_at: Date | null },
  ): Promise<boolean> {
    const rows = await db.write(TAKE, [NO_TENANT, job, machine, holder, ms, succeeded_at]);
    return rows.length === 1;
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
