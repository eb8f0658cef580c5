import { Counter, type Registry } from 'prom-client';
import {
  einvoiceCallOutcomes,
  einvoiceCalls,
  einvoiceOutcomes,
  type EinvoiceCall,
  type EinvoiceCallOutcome,
  type EinvoiceOutcome,
} from '@usaha/core';
import { Durations } from '@usaha/shared/operation';
import { DurationsHistogram, type Labelled } from './durations-histogram.js';

/** Seconds: a request has 30 at most, unless EINVOICE_TIMEOUT_MS says otherwise. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What became of e-invoices that this process sent or asked about, and how MyInvois answered it. */
export class EinvoiceMetrics {
  private readonly counter: Counter;
  private readonly requests: Counter;
  private readonly durations: ReadonlyMap<EinvoiceCall, Durations>;

  constructor(registry: Registry) {
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
