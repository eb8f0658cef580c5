import { Injectable } from '@nestjs/common';
import { EinvoiceCommits, EinvoiceOutcomes, EinvoiceRounds, type RunningEinvoiceRounds } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import { Metrics } from '../http/observability/metrics.js';
import { JobLog } from './job-log.js';
import { JobShares } from './job-shares.js';

/** On several machines a search costs more. */
const SEARCH_OF_SEVERAL_MS = 10_000;
/** A search that takes longer is late; it goes on, and no other one begins meanwhile. */
const DEADLINE_MS = 5 * 60_000;

/** What the job takes from the service. */
export interface EinvoiceJobOptions {
  /** Milliseconds between two searches of all tenants. */
  everyMs: number;
  failed: (error: unknown, tenant_id: string) => void;
  /** Called once for a search that takes longer than it may. */
  missed: (deadlineMs: number) => void;
  /** Called after each search of all tenants that every machine answered. */
  succeeded: () => void;
  /** Whether this instance searches. */
  isLeader: () => boolean;
  /** Whether it takes a tenant that a search has found. */
  isMine: (tenant_id: string) => boolean;
}

/** The job that sends e-invoices and asks about them: at once after a commit of this process, and by a search of all tenants where this instance leads. */
export class EinvoiceJob {
  private timer?: NodeJS.Timeout;
  private running?: RunningEinvoiceRounds;
  private searching?: Promise<void>;

  constructor(
    private readonly commits: Pick<EinvoiceCommits, 'onQueued'>,
    private readonly rounds: Pick<EinvoiceRounds, 'begin' | 'nodes'>,
    private readonly options: EinvoiceJobOptions,
  ) {}

  start(): void {
    const { failed, everyMs } = this.options;
    this.running = this.rounds.begin({ now: () => new Date(), failed });
    this.commits.onQueued((tenant_id) => this.running?.wake(tenant_id));
    const every = this.rounds.nodes.areSeveral ? Math.max(everyMs, SEARCH_OF_SEVERAL_MS) : everyMs;
    this.timer = setInterval(() => this.search(), every).unref();
    this.search();
  }

  /** Begins nothing more, and waits for the requests that are under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.commits.onQueued(undefined);
    await this.searching;
    await this.running?.stop();
  }

  /** Begins a search where this instance leads. */
  search(): void {
    const { running } = this;
    if (this.searching || !running) return;
    const { failed, missed, succeeded, isLeader, isMine } = this.options;
    if (!isLeader()) return;
    const late = setTimeout(missed, DEADLINE_MS, DEADLINE_MS).unref();
    this.searching = running
      .search(isMine)
      .then(
        (isWhole) => {
          if (isWhole) succeeded();
        },
        (error: unknown) => failed(error, NO_TENANT),
      )
      .finally(() => {
        clearTimeout(late);
        this.searching = undefined;
      });
  }
}

/** Makes the job that sends e-invoices. */
@Injectable()
export class EinvoiceJobs {
  constructor(
    private readonly commits: EinvoiceCommits,
    private readonly rounds: EinvoiceRounds,
    private readonly shares: JobShares,
    private readonly log: JobLog,
    outcomes: EinvoiceOutcomes,
    metrics: Metrics,
  ) {
    outcomes.counted = (outcome) => metrics.einvoices.count(outcome);
  }

  /** @param everyMs between two searches of all tenants */
  sending(everyMs: number): EinvoiceJob {
    const { lease, isHeld, isMine } = this.shares.of('einvoices');
    const message = 'e-invoices could not be sent, or what became of them not written; it will be tried again';
    const options = { ...this.log.of('einvoices', message, lease), everyMs, isLeader: isHeld, isMine };
    return new EinvoiceJob(this.commits, this.rounds, options);
  }
}
