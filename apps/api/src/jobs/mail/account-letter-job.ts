import type { AccountLetters, AccountLetterSender, AccountSendingOptions } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';

/** So often letters are looked for that no commit of this process told of. */
const SWEEP_MS = 10_000;
/** A round is late after this time; it goes on, and no other one begins meanwhile. */
const DEADLINE_MS = 10 * 60_000;
/** How many tenants are known to have letters; those beyond are found by the next sweep. */
const MOST_HINTED = 10_000;

/** What the job takes from the service. */
export interface AccountLetterJobOptions extends Omit<AccountSendingOptions, 'isStopping' | 'now'> {
  /** Called once for a round that takes longer than it may. */
  missed: (deadlineMs: number) => void;
  /** Called after each search of all tenants in which nothing failed. */
  succeeded: () => void;
  /** Whether this instance is the one that searches all tenants. */
  isLeader: () => boolean;
}

/** The job that sends letters about accounts: at once after a commit of this process, and every ten seconds for all tenants where this instance leads. */
export class AccountLetterJob {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopping = false;
  private isSweepDue = false;
  private readonly hinted = new Set<string>();

  constructor(
    private readonly letters: Pick<AccountLetters, 'onCommitted'>,
    private readonly sender: Pick<AccountLetterSender, 'sendFor' | 'sendDue'>,
    private readonly options: AccountLetterJobOptions,
  ) {}

  start(): void {
    this.letters.onCommitted((tenant_id) => this.wake(tenant_id));
    this.timer = setInterval(() => this.sweep(), SWEEP_MS).unref();
    this.sweep();
  }

  /** Finishes the letters that are being sent. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    this.letters.onCommitted(undefined);
    await this.running;
  }

  /** A letter was committed in a tenant. */
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
    const options: AccountSendingOptions = {
      ...this.options,
      now: () => new Date(),
      isStopping: () => this.stopping,
      failed: (error, tenant_id) => {
        failures += 1;
        this.options.failed(error, tenant_id);
      },
    };
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
