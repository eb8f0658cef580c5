import type { Registry } from 'prom-client';
import type { SampledBacklogs } from './sampled-backlogs.js';
import { sampledGauges } from './sampled-gauges.js';

/** How far the outbox is behind, on the machines that answer. Without a sample of the last minute the gauges have no value. */
export class OutboxGauges {
  constructor(private readonly backlogs: Pick<SampledBacklogs, 'latest'>) {}

  register(registry: Registry): void {
    const gauge = sampledGauges(registry, () => this.backlogs.latest?.outbox);
    gauge('outbox_events_due', 'Events that wait to be handled, at most 10000', ({ due }) => due);
    gauge('outbox_oldest_due_seconds', 'How long the oldest of them waits; 0 where none does', ({ due_since }) =>
      due_since === null ? 0 : Math.max(0, Date.now() - due_since.getTime()) / 1_000,
    );
    gauge('outbox_events_parked', 'Events whose handlers kept failing, at most 10000', ({ parked }) => parked);
  }
}
