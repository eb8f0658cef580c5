import type { DeliverySender, SendingDeliveries, WebhookQueue } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';

/** So often deliveries are looked for that no commit of this process told of: retries, and what other instances queued. */
const SEARCH_MS = 1_000;
/** On several machines a search costs more. */
const SEARCH_OF_SEVERAL_MS = 10_000;
/** A search that takes longer is late; it goes on, and no other one begins meanwhile. */
const DEADLINE_MS = 5 * 60_000;

/** What the job takes from the service. */
export interface WebhookJobOptions {
  failed: (error: unknown, tenant_id: string) => void;
  /** Called once for a search that takes longer than it may. */
  missed: (deadlineMs: number) => void;
  /** Called after each search of all tenants that every machine answered. */
  succeeded: () => void;
  /** Whether this instance searches. */
  isLeader: () => boolean;
  /** Whether it takes a tenant that a search has found. */
  isMine: (tenant_id: string) => boolean;
}

/** The job that sends webhooks: at once after a commit of this process that queued some, and every second for all tenants where this instance leads. */
export class WebhookJob {
  private timer?: NodeJS.Timeout;
  private sending?: SendingDeliveries;
  private searching?: Promise<void>;

  constructor(
    private readonly queue: Pick<WebhookQueue, 'onQueued'>,
    private readonly sender: Pick<DeliverySender, 'begin' | 'nodes'>,
    private readonly options: WebhookJobOptions,
  ) {}

  start(): void {
    const { failed } = this.options;
    this.sending = this.sender.begin({ now: () => new Date(), failed });
    this.queue.onQueued((tenant_id) => this.sending?.wake(tenant_id));
    const every = this.sender.nodes.areSeveral ? SEARCH_OF_SEVERAL_MS : SEARCH_MS;
    this.timer = setInterval(() => this.search(), every).unref();
    this.search();
  }

  /** Begins nothing more, and waits for the requests that are under way: 15 seconds at most. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sending?.stop();
    await this.searching;
  }

  private search(): void {
    const { sending } = this;
    if (this.searching || !sending) return;
    const { failed, missed, succeeded, isLeader, isMine } = this.options;
    if (!isLeader()) return;
    const late = setTimeout(missed, DEADLINE_MS, DEADLINE_MS).unref();
    this.searching = sending
      .search(isMine)
      .then(
        (isWhole) => {
          if (isWhole) succeeded();
        },
        (error: unknown) => failed(error, NO_TENANT),
      )
      .finally(() => {
        clearTimeout(late);
        this.searching = undefined;
      });
  }
}
