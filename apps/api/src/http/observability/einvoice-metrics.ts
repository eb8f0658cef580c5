import { Counter, type Registry } from 'prom-client';
import { einvoiceOutcomes, type EinvoiceOutcome } from '@usaha/core';

/** What became of e-invoices that this process sent or asked about. */
export class EinvoiceMetrics {
  private readonly counter: Counter;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'einvoice_documents_total',
      help: 'E-invoices by what became of them, each time that it did',
      labelNames: ['outcome'],
      registers: [registry],
    });
    // Outcomes that have not happened are 0, not missing.
    for (const outcome of einvoiceOutcomes) this.counter.inc({ outcome }, 0);
  }

  count(outcome: EinvoiceOutcome): void {
    this.counter.inc({ outcome });
  }
}
