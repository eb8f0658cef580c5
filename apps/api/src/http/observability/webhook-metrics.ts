import { Counter, Gauge, type Registry } from 'prom-client';
import { togetherBehind, webhookBacklog, type DeliverySender, type ShardNodes, type WebhookBacklog } from '@usaha/core';
import { NO_TENANT, type Database } from '@usaha/shared';
import { KeptReading } from './kept-reading.js';

/** Metrics of webhooks: what this process sent, and how far the sending of all instances is behind. */
export class WebhookMetrics {
  private readonly backlog = new KeptReading(() => this.read());

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
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
    const read = () => this.backlog.value();
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await read();
        this.set(backlog === null ? NaN : value(backlog));
      },
    });
  }

  private async read(): Promise<WebhookBacklog | null> {
    const noTenant = { tenant_id: NO_TENANT, actor: null, now: new Date() };
    const nodes = await this.nodes.list(noTenant.now);
    const asked = await Promise.allSettled(
      nodes.map((node) => this.database.work(noTenant, (ctx) => webhookBacklog(ctx, node))),
    );
    const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    return answers.length > 0 ? togetherBehind(answers) : null;
  }
}
