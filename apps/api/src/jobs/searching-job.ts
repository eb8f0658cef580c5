import { NO_TENANT } from '@usaha/shared';

/** On several machines a search costs more. */
const SEVERAL_MS = 10_000;
/** A search that takes longer is late; it goes on, and no other one begins meanwhile. */
const DEADLINE_MS = 5 * 60_000;

/** What a job that searches all tenants takes from the service. */
export interface SearchingOptions {
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

/** Wakes the tenants of this instance that have something due. @returns whether all machines answered */
type Search = (isMine: SearchingOptions['isMine']) => Promise<boolean>;

/** Searches all tenants for work at once and then every so often, where this instance leads: never twice at the same time. */
export class SearchingJob {
  private timer?: NodeJS.Timeout;
  private searching?: Promise<void>;

  constructor(
    private readonly find: Search,
    private readonly options: SearchingOptions,
  ) {}

  /** @param everyMs on one machine; on several it is ten seconds at least */
  start(everyMs: number, areSeveral: boolean): void {
    this.timer = setInterval(() => this.search(), areSeveral ? Math.max(everyMs, SEVERAL_MS) : everyMs).unref();
    this.search();
  }

  /** Begins no search any more, and waits for the one that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.searching;
  }

  private search(): void {
    if (this.searching) return;
    const { failed, missed, succeeded, isLeader, isMine } = this.options;
    if (!isLeader()) return;
    const late = setTimeout(missed, DEADLINE_MS, DEADLINE_MS).unref();
    this.searching = this.find(isMine)
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
