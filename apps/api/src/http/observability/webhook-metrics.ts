import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliverySender, WebhookBacklog } from '@usaha/core';
import type { SampledBacklogs } from './sampled-backlogs.js';

/** Metrics of webhooks: what this process sent, and how far the sending of all instances is behind. */
export class WebhookMetrics {
  constructor(
    private readonly backlogs: Pick<SampledBacklogs, 'latest'>,
    private readonly sender: Pick<DeliverySender, 'counts'>,
  ) {}

  register(registry: Registry): void {
    this.counter(
      registry,
      'webhook_attempts_total',
      'Attempts to deliver events to endpoints, by result',
      'result',
      () => Object.entries(this.sender.counts.attempts),
    );
    this.counter(
      registry,
      'webhook_endpoints_disabled_total',
      'Endpoints that the service disabled, by reason',
      'reason',
      () => Object.entries(this.sender.counts.disabled),
    );
    this.gauge(
      registry,
      'webhook_deliveries_pending',
      'Deliveries that are pending, at most 10000',
      ({ pending }) => pending,
    );
    this.gauge(
      registry,
      'webhook_oldest_pending_seconds',
      'How long the oldest delivery is due, of endpoints whose last attempt succeeded; 0 where none is',
      ({ due_since }) => (due_since === null ? 0 : Math.max(0, Date.now() - due_since.getTime()) / 1_000),
    );
  }

  private counter(
    registry: Registry,
    name: string,
    help: string,
    label: string,
    counts: () => readonly [string, number][],
  ): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset();
        for (const [value, count] of counts()) this.inc({ [label]: value }, count);
      },
    });
  }

  private gauge(registry: Registry, name: string, help: string, value: (backlog: WebhookBacklog) => number): void {
    const latest = () => this.backlogs.latest?.webhooks;
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const backlog = latest();
        this.set(backlog ? value(backlog) : NaN);
      },
    });
  }
}
