import { Injectable } from '@nestjs/common';
import {
  ShardNodes,
  einvoiceBacklog,
  einvoicesTogether,
  importsWaiting,
  messagesWaiting,
  openDifferences,
  togetherBehind,
  webhookBacklog,
  type JobLease,
} from '@usaha/core';
import { Database, NO_TENANT, type Context, type ShardScope } from '@usaha/shared';
import { outboxBacklog, together } from '@usaha/shared/operation';
import { reportOf } from '../http/observability/sampled-backlogs.js';

/**
 * Reads how far the outbox, the sending of webhooks, of messages and of e-invoices, and imports are behind, and how many differences of
 * payments are open, for the metrics of all instances.
 */
@Injectable()
export class MetricsSampling {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
  ) {}

  /** One round. A machine that does not answer is left out. @param failed told of it */
  async run(now: Date, lease: JobLease, failed: (error: unknown) => void): Promise<void> {
    const outbox = await this.answers(now, outboxBacklog, failed);
    const webhooks = await this.answers(now, webhookBacklog, failed);
    const imports = await this.answers(now, importsWaiting, failed);
    const messages = await this.answers(now, messagesWaiting, failed);
    const differences = await this.answers(now, openDifferences, failed);
    const einvoices = await this.answers(now, einvoiceBacklog, failed);
    if (outbox.length > 0 && webhooks.length > 0 && imports.length > 0)
      await lease.report(
        reportOf({
          outbox: together(outbox),
          webhooks: togetherBehind(webhooks),
          imports: sumOf(imports),
          messages: sumOf(messages),
          differences: sumOf(differences),
          einvoices: einvoicesTogether(einvoices),
        }),
      );
  }

  private async answers<T>(
    now: Date,
    read: (ctx: Context, there: ShardScope) => Promise<T>,
    failed: (error: unknown) => void,
  ): Promise<T[]> {
    const noTenant = { tenant_id: NO_TENANT, actor: null, now };
    const asked = await this.nodes.ask(now, (there) => this.database.job(noTenant, (ctx) => read(ctx, there)));
    for (const one of asked) if (one.status === 'rejected') failed(one.reason);
    return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
