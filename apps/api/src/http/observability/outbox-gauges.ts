import { Gauge, type Registry } from 'prom-client';
import type { ShardNodes } from '@usaha/core';
import { NO_TENANT, type Database } from '@usaha/shared';
import { outboxBacklog, together, type Backlog } from '@usaha/shared/operation';
import { KeptReading } from './kept-reading.js';

/**
 * How far the outbox is behind, on the machines that answer. A scrape is told what the database said last, and has it asked: it waits
 * a quarter of a second at most. Before the first answer, and a minute after the last, the gauges have no value.
 */
export class OutboxGauges {
  private readonly backlog = new KeptReading(() => this.read());

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
  ) {}

  register(registry: Registry): void {
    const gauge = (name: string, help: string, value: (backlog: Backlog) => number) => {
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
    };
    gauge('outbox_events_due', 'Events that wait to be handled, at most 10000', ({ due }) => due);
    gauge('outbox_oldest_due_seconds', 'How long the oldest of them waits; 0 where none does', ({ due_since }) =>
      due_since === null ? 0 : Math.max(0, Date.now() - due_since.getTime()) / 1_000,
    );
    gauge('outbox_events_parked', 'Events whose handlers kept failing, at most 10000', ({ parked }) => parked);
  }

  private async read(): Promise<Backlog | null> {
    const noTenant = { tenant_id: NO_TENANT, actor: null, now: new Date() };
    const nodes = await this.nodes.list(noTenant.now);
    const asked = await Promise.allSettled(
      nodes.map((node) => this.database.work(noTenant, (ctx) => outboxBacklog(ctx, node))),
    );
    const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    return answers.length > 0 ? together(answers) : null;
  }
}
