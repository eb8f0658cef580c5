import { Injectable } from '@nestjs/common';
import {
  ConsolidationRounds,
  EinvoiceCommits,
  EinvoiceOutcomes,
  EinvoiceReach,
  EinvoiceRounds,
  type JobLease,
  type RunningEinvoiceRounds,
} from '@usaha/core';
import type { EachTenantOptions } from '@usaha/shared';
import type { Job } from '../http/observability/job-names.js';
import { Metrics } from '../http/observability/metrics.js';
import { JobLog } from './job-log.js';
import { JobShares } from './job-shares.js';
import type { RepeatingJob } from './repeating-job.js';
import type { Round } from './round.js';
import { SearchingJob, type SearchingOptions } from './searching-job.js';

const HOUR_MS = 3_600_000;
/** How long a round may take before it is an error: a million documents are consolidated in about a minute. */
const CONSOLIDATING_DEADLINE_MS = 6 * HOUR_MS;

const now = (): Date => new Date();

type Repeated = (
  job: Job,
  round: Round,
  work: (options: EachTenantOptions, lease?: JobLease) => Promise<unknown>,
) => RepeatingJob;

/** The job that sends e-invoices and asks about them: at once after a commit of this process, and by a search of all tenants where this instance leads. */
export class EinvoiceJob {
  private running?: RunningEinvoiceRounds;
  private searches?: SearchingJob;

  /** @param everyMs between two searches of all tenants */
  constructor(
    private readonly commits: Pick<EinvoiceCommits, 'onQueued'>,
    private readonly rounds: Pick<EinvoiceRounds, 'begin' | 'nodes'>,
    private readonly everyMs: number,
    private readonly options: SearchingOptions,
  ) {}

  start(): void {
    const { failed } = this.options;
    const running = this.rounds.begin({ now: () => new Date(), failed });
    this.running = running;
    this.commits.onQueued((tenant_id) => running.wake(tenant_id));
    this.searches = new SearchingJob((isMine) => running.search(isMine), this.options);
    this.searches.start(this.everyMs, this.rounds.nodes.areSeveral);
  }

  /** Begins nothing more, and waits for the requests that are under way. */
  async stop(): Promise<void> {
    this.commits.onQueued(undefined);
    await this.searches?.stop();
    await this.running?.stop();
  }
}

/** Makes the jobs of e-invoices. */
@Injectable()
export class EinvoiceJobs {
  constructor(
    private readonly commits: EinvoiceCommits,
    private readonly rounds: EinvoiceRounds,
    private readonly consolidations: ConsolidationRounds,
    private readonly shares: JobShares,
    private readonly log: JobLog,
    outcomes: EinvoiceOutcomes,
    reach: EinvoiceReach,
    metrics: Metrics,
  ) {
    outcomes.counted = (outcome) => metrics.einvoices.count(outcome);
    reach.told = (call, outcome, seconds) => metrics.einvoices.requested(call, outcome, seconds);
  }

  /** @param everyMs between two searches of all tenants */
  sending(everyMs: number): EinvoiceJob {
    const { lease, isHeld, isMine } = this.shares.of('einvoices');
    const message = 'e-invoices could not be sent, or what became of them not written; it will be tried again';
    const options = { ...this.log.of('einvoices', message, lease), isLeader: isHeld, isMine };
    return new EinvoiceJob(this.commits, this.rounds, everyMs, options);
  }

  /** The job that consolidates the month just over. @param repeated makes a job of a round */
  consolidating(repeated: Repeated): RepeatingJob {
    const failed = this.log.complain('a month could not be consolidated; it will be tried again');
    const round = { everyMs: HOUR_MS, deadlineMs: CONSOLIDATING_DEADLINE_MS, failed, isSpread: true };
    return repeated('consolidations', round, (options) => this.consolidations.run(now, options));
  }
}
