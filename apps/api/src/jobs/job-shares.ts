import { Injectable } from '@nestjs/common';
import { JobLeases, type JobLease } from '@usaha/core';
import { Database } from '@usaha/shared';
import type { Job } from '../http/observability/job-names.js';

/** What this instance has of a job that visits tenants. */
export interface JobShare {
  /** Of the job as a whole: on one machine the only one. */
  readonly lease: JobLease;
  /** Whether this instance is to look for work. */
  isHeld(): boolean;
  /** The same, once leases were read for the first time. */
  granted(): Promise<boolean>;
  /** Whether a tenant that was found is this instance's to visit. */
  isMine(tenant_id: string): boolean;
}

/** Shares jobs out among instances: on a sharded database each has the tenants of some machines, otherwise one instance has all. */
@Injectable()
export class JobShares {
  constructor(
    private readonly leases: JobLeases,
    private readonly database: Database,
  ) {}

  /** @param taken told when the job, or a machine of it, becomes this instance's */
  of(job: Job, taken: () => void = () => undefined): JobShare {
    const { leases } = this;
    const lease = leases.of(job, taken);
    leases.spread(job, taken);
    return {
      lease,
      isHeld: () => lease.isHeld || leases.holdsAny(job),
      granted: async () => (await lease.granted()) || leases.holdsAny(job),
      isMine: (tenant_id) => leases.isMine(job, this.database.nodeOf(tenant_id)),
    };
  }
}
