import type { EinvoiceBacklog, JobLeases, JobReport, WebhookBacklog } from '@usaha/core';
import type { Backlog } from '@usaha/shared/operation';

/** After so long a sample says nothing any more. */
const STALE_MS = 60_000;

/** What one instance samples for all. */
export interface Backlogs {
  outbox: Backlog;
  webhooks: WebhookBacklog;
  /** Imports that wait; a release before 1.2.0 does not sample them. */
  imports?: number;
  /** Messages that wait; a release before 1.2.0 does not sample them. */
  messages?: number;
  /** Differences of payment requests that are open; likewise. */
  differences?: number;
  /** E-invoices that wait; likewise. */
  einvoices?: EinvoiceBacklog;
}

/** As it stands in the database: milliseconds instead of instants. */
interface Report {
  outbox: Omit<Backlog, 'due_since'> & { due_since: number | null };
  webhooks: Omit<WebhookBacklog, 'due_since'> & { due_since: number | null };
  imports?: number;
  messages?: number;
  differences?: number;
  einvoices?: EinvoiceBacklog;
}

const inMs = <T extends { due_since: Date | null }>(backlog: T) => ({
  ...backlog,
  due_since: backlog.due_since?.getTime() ?? null,
});
const asDate = <T extends { due_since: number | null }>(backlog: T) => ({
  ...backlog,
  due_since: backlog.due_since === null ? null : new Date(backlog.due_since),
});

export const reportOf = ({ outbox, webhooks, ...rest }: Backlogs): Report => ({
  ...rest,
  outbox: inMs(outbox),
  webhooks: inMs(webhooks),
});

/** What the job `metrics` sampled last, on any instance: a scrape asks the database nothing. */
export class SampledBacklogs {
  constructor(private readonly leases: Pick<JobLeases, 'told'>) {}

  /** null before the first sample, and a minute after the last. */
  get latest(): Backlogs | null {
    const told: JobReport | null = this.leases.told('metrics');
    if (!told?.report || told.age_ms > STALE_MS) return null;
    const { outbox, webhooks, ...rest } = told.report as Report;
    return { ...rest, outbox: asDate(outbox), webhooks: asDate(webhooks) };
  }
}
