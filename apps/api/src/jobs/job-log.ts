import { Inject, Injectable } from '@nestjs/common';
import type { JobLease } from '@usaha/core';
import type { Logger } from 'pino';
import { DatabaseTroubles } from '../http/observability/database-troubles.js';
import { LOGGER } from '../http/observability/logger.js';
import type { Job } from '../http/observability/job-names.js';
import { Metrics } from '../http/observability/metrics.js';

/** What jobs tell operators: failures and late rounds in the log, successes in the metrics. */
@Injectable()
export class JobLog {
  constructor(
    private readonly metrics: Metrics,
    private readonly troubles: DatabaseTroubles,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** An error and its cause, as the log has them. */
  about(error: unknown) {
    return { err: error, cause: this.troubles.count(error) ?? undefined };
  }

  /** Logs a failure. */
  complain(message: string) {
    return (error: unknown, tenant_id?: string): void =>
      this.logger.error({ ...this.about(error), tenant_id }, message);
  }

  /** A round has succeeded. @param lease by which all instances are told */
  done(job: Job, lease?: JobLease) {
    return (): void => {
      this.metrics.jobSucceeded(job);
      lease?.succeeded(new Date());
    };
  }

  /** All that a job tells. @param message of a failure @param lease of the job, where it has one */
  of(job: Job, message: string, lease?: JobLease) {
    return { failed: this.complain(message), missed: this.late(job, lease), succeeded: this.done(job, lease) };
  }

  /** A round takes longer than it may. @param lease that another instance may take then */
  late(job: Job, lease?: JobLease) {
    return (deadlineMs: number): void => {
      lease?.pass();
      this.logger.error(
        { job, deadline_seconds: deadlineMs / 1_000 },
        'a job has missed its deadline; no other round of it begins before this one is through',
      );
    };
  }
}
