import type { DeliverySender, SendingDeliveries, WebhookQueue } from '@usaha/core';
import { SearchingJob, type SearchingOptions } from '../searching-job.js';

/** So often deliveries are looked for that no commit of this process told of: retries, and what other instances queued. */
const SEARCH_MS = 1_000;

/** The job that sends webhooks: at once after a commit of this process that queued some, and every second for all tenants where this instance leads. */
export class WebhookJob {
  private sending?: SendingDeliveries;
  private searches?: SearchingJob;

  constructor(
    private readonly queue: Pick<WebhookQueue, 'onQueued'>,
    private readonly sender: Pick<DeliverySender, 'begin' | 'nodes'>,
    private readonly options: SearchingOptions,
  ) {}

  start(): void {
    const { failed } = this.options;
    const sending = this.sender.begin({ now: () => new Date(), failed });
    this.sending = sending;
    this.queue.onQueued((tenant_id) => sending.wake(tenant_id));
    this.searches = new SearchingJob((isMine) => sending.search(isMine), this.options);
    this.searches.start(SEARCH_MS, this.sender.nodes.areSeveral);
  }

  /** Begins nothing more, and waits for the requests that are under way: 15 seconds at most. */
  async stop(): Promise<void> {
    const searched = this.searches?.stop();
    await this.sending?.stop();
    await searched;
  }
}
