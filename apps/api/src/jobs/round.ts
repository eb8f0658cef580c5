import type { EachTenantOptions } from '@usaha/shared';

/** How rounds of a job go. */
export interface Round {
  everyMs: number;
  deadlineMs: number;
  failed: EachTenantOptions['failed'];
  /** Whether every instance does it, since it writes what its memory holds; else the one that has the lease. */
  isOfEach?: boolean;
  /** Whether several instances do it at once on a sharded database, each for the tenants of some machines. */
  isSpread?: boolean;
}
