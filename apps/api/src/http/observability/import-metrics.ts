import { Counter, Gauge, type Registry } from 'prom-client';
import type { ImportTotals } from '@usaha/core';
import type { SampledBacklogs } from './sampled-backlogs.js';

const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const;

/** Metrics of imports: rows that this process wrote, and how many imports wait on all instances. */
export class ImportMetrics {
  private readonly rows: Record<(typeof outcomes)[number], number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
  };

  /** Rows were written; those that are only checked do not count. */
  count(totals: ImportTotals): void {
    for (const outcome of outcomes) this.rows[outcome] += totals[outcome];
  }

  register(registry: Registry, backlogs: Pick<SampledBacklogs, 'latest'>): void {
    const { rows } = this;
    new Counter({
      name: 'import_rows_total',
      help: 'Rows of files that imports wrote, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
      collect() {
        this.reset();
        for (const outcome of outcomes) this.inc({ outcome }, rows[outcome]);
      },
    });
    new Gauge({
      name: 'imports_waiting',
      help: 'Imports that are to be worked on and that no instance works on, at most 10000',
      registers: [registry],
      collect() {
        this.set(backlogs.latest?.imports ?? NaN);
      },
    });
  }
}
