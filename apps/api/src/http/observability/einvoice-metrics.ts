import { Counter, type Registry } from 'prom-client';
import {
  einvoiceCallOutcomes,
  einvoiceCalls,
  einvoiceOutcomes,
  type EinvoiceBacklog,
  type EinvoiceCall,
  type EinvoiceCallOutcome,
  type EinvoiceOutcome,
} from '@usaha/core';
import { Durations } from '@usaha/shared/operation';
import { DurationsHistogram, type Labelled } from './durations-histogram.js';
import type { SampledBacklogs } from './sampled-backlogs.js';
import { sampledGauges } from './sampled-gauges.js';

/** Seconds: a request has 30 at most, unless EINVOICE_TIMEOUT_MS says otherwise. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What became of e-invoices that this process sent or asked about, how MyInvois answered it, and how many wait on all instances. */
export class EinvoiceMetrics {
  private readonly counter: Counter;
  private readonly requests: Counter;
  private readonly durations: ReadonlyMap<EinvoiceCall, Durations>;

  constructor(registry: Registry, backlogs: Pick<SampledBacklogs, 'latest'>) {
    registerGauges(registry, () => backlogs.latest?.einvoices);
    this.counter = new Counter({
      name: 'einvoice_documents_total',
      help: 'E-invoices by what became of them, each time that it did',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.requests = new Counter({
      name: 'einvoice_requests_total',
      help: 'Requests to MyInvois or its simulator, by outcome; later: surely not done, unsure: no answer that tells',
      labelNames: ['call', 'outcome'],
      registers: [registry],
    });
    // Outcomes that have not happened are 0, not missing.
    for (const outcome of einvoiceOutcomes) this.counter.inc({ outcome }, 0);
    for (const call of einvoiceCalls)
      for (const outcome of einvoiceCallOutcomes) this.requests.inc({ call, outcome }, 0);
    const durations = new Map(einvoiceCalls.map((call) => [call, new Durations(BOUNDS)] as const));
    this.durations = durations;
    const kinds = (): Labelled[] => [...durations].map(([call, of]) => [{ call }, of]);
    const help = 'Time of requests to MyInvois or its simulator, answered or not';
    const name = 'einvoice_request_duration_seconds';
    new DurationsHistogram({ name, help, labelNames: ['call'], kinds }, registry);
  }

  count(outcome: EinvoiceOutcome): void {
    this.counter.inc({ outcome });
  }

  requested(call: EinvoiceCall, outcome: EinvoiceCallOutcome, seconds: number): void {
    this.requests.inc({ call, outcome });
    this.durations.get(call)?.add(seconds);
  }
}

/** Without a sample of the last minute the gauges have no value. */
function registerGauges(registry: Registry, latest: () => EinvoiceBacklog | undefined): void {
  const gauge = sampledGauges(registry, latest);
  gauge('einvoice_waiting_documents', 'E-invoices that are queued, at most 10000', ({ waiting }) => waiting);
  gauge(
    'einvoice_oldest_waiting_seconds',
    'How long the longest waiting of them has been queued; 0 where none is',
    ({ since }) => (since === null ? 0 : Math.max(0, Date.now() - since) / 1_000),
  );
  gauge(
    'einvoice_unsure_documents',
    'E-invoices of which it is not known whether MyInvois has received them, at most 10000',
    ({ unsure }) => unsure,
  );
}
