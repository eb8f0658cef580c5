import { NO_TENANT } from '@usaha/shared';

/** So often what is due is looked for that no commit of this process told of. */
const SWEEP_MS = 10_000;
/** A round is late after this time; it goes on, and no other one begins meanwhile. */
const DEADLINE_MS = 10 * 60_000;
/** How many tenants are known to have work; those beyond are found by the next sweep. */
const MOST_HINTED = 10_000;

/** What every sender takes. */
interface Sending {
  now: () => Date;
  failed: (error: unknown, tenant_id: string) => void;
  isStopping?: () => boolean;
}

/** What sends what waits in a queue: of some tenants, or of all. */
interface Sender<O extends Sending> {
  sendFor(tenant_ids: readonly string[], options: O): Promise<unknown>;
  sendDue(options: O): Promise<void>;
}

/** Tells of tenants in which something was committed to be sent. */
interface Commits {
  onCommitted(listener: ((tenant_id: string) => void) | undefined): void;
}

/** What the job takes from the service. */
export type SendingJobOptions<O extends Sending> = Omit<O, 'isStopping' | 'now'> & {
  failed: Sending['failed'];
  /** Called once for a round that takes longer than it may. */
  missed: (deadlineMs: number) => void;
  /** Called after each search of all tenants in which nothing failed. */
  succeeded: () => void;
  /** Whether this instance is the one that searches all tenants. */
  isLeader: () => boolean;
};

/**
 * The job that sends letters about accounts, or messages: at once after a commit of this process, and every ten seconds for all tenants
 * where this instance leads.
 */
export class SendingJob<O extends Sending> {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopping = false;
  private isSweepDue = false;
  private readonly hinted = new Set<string>();

  constructor(
    private readonly commits: Commits,
    private readonly sender: Sender<O>,
    private readonly options: SendingJobOptions<O>,
  ) {}

  start(): void {
    this.commits.onCommitted((tenant_id) => this.wake(tenant_id));
    this.timer = setInterval(() => this.sweep(), SWEEP_MS).unref();
    this.sweep();
  }

  /** Finishes what is being sent. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    this.commits.onCommitted(undefined);
    await this.running;
  }

  /** Something to send was committed in a tenant. */
  wake(tenant_id: string): void {
    if (this.hinted.size < MOST_HINTED) this.hinted.add(tenant_id);
    this.run();
  }

  private sweep(): void {
    if (!this.options.isLeader()) return;
    this.isSweepDue = true;
    this.run();
  }

  private run(): void {
    if (this.running || this.stopping) return;
    const late = setTimeout(this.options.missed, DEADLINE_MS, DEADLINE_MS).unref();
    this.running = this.rounds()
      .catch((error: unknown) => this.options.failed(error, NO_TENANT))
      .finally(() => {
        clearTimeout(late);
        this.running = undefined;
        // It may have been woken between the last look and here.
        if (this.hinted.size > 0 || this.isSweepDue) this.run();
      });
  }

  private async rounds(): Promise<void> {
    let failures = 0;
    const failed: Sending['failed'] = (error, tenant_id) => {
      failures += 1;
      this.options.failed(error, tenant_id);
    };
    const sending: Sending = { now: () => new Date(), isStopping: () => this.stopping, failed };
    const options = { ...this.options, ...sending } as unknown as O;
    while ((this.hinted.size > 0 || this.isSweepDue) && !this.stopping) {
      const hinted = [...this.hinted];
      this.hinted.clear();
      if (hinted.length > 0) await this.sender.sendFor(hinted, options);
      if (!this.isSweepDue) continue;
      this.isSweepDue = false;
      const before = failures;
      await this.sender.sendDue(options);
      if (failures === before) this.options.succeeded();
    }
  }
}
