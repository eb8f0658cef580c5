import type { FileScans, ShardNodes } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import type { JobLog } from './job-log.js';
import type { JobShares } from './job-shares.js';

/** So often files are looked for that no commit of this process told of: later attempts, and what other instances took. */
const SEARCH_MS = 1_000;
/** On several machines a search costs more. */
const SEARCH_OF_SEVERAL_MS = 10_000;
/** A search that takes longer is late; it goes on, and no other one begins meanwhile. */
const DEADLINE_MS = 5 * 60_000;
/** Tenants whose files are scanned at once, one file of each: a file that takes long keeps no other tenant's waiting. */
const PLACES = 4;
/** Files of a tenant before another has its place. */
const MOST_A_TURN = 10;

/** What the job takes from the service. */
export interface FileScanJobOptions {
  /** Called with what stands in the way of scans. */
  failed: (error: unknown, tenant_id: string) => void;
  /** Called with each scan that failed: the file is scanned again. */
  unscanned: (error: unknown, tenant_id: string) => void;
  /** Called once for a search that takes longer than it may. */
  missed: (deadlineMs: number) => void;
  /** Called after each search of all tenants that every machine answered. */
  succeeded: () => void;
  /** Whether this instance searches. */
  isLeader: () => boolean;
  /** Whether it takes a tenant that a search has found. */
  isMine: (tenant_id: string) => boolean;
}

/** The job of the service, which tells operators what it does. */
export function fileScanJob(scans: FileScans, nodes: ShardNodes, shares: JobShares, log: JobLog): FileScanJob {
  const { lease, isHeld, isMine } = shares.of('file_scans');
  return new FileScanJob(scans, nodes, {
    failed: log.complain('files could not be looked for or scanned; it will be tried again'),
    unscanned: log.complain('a file could not be scanned; it will be tried again'),
    missed: log.late('file_scans', lease),
    succeeded: log.done('file_scans', lease),
    isLeader: isHeld,
    isMine,
  });
}

/** The job that has files scanned: at once after a commit of this process, and every second for all tenants where this instance leads. */
export class FileScanJob {
  private timer?: NodeJS.Timeout;
  private searching?: Promise<void>;
  private readonly turns = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  /** The tenant that last had a turn: a search goes on behind it. */
  private last = '';

  constructor(
    private readonly scans: Pick<FileScans, 'queue' | 'scanOne' | 'tenantsWithDue'>,
    private readonly nodes: Pick<ShardNodes, 'ask' | 'areSeveral'>,
    private readonly options: FileScanJobOptions,
  ) {}

  start(): void {
    this.scans.queue.onQueued((tenant_id) => this.wake(tenant_id));
    this.timer = setInterval(() => this.search(), this.nodes.areSeveral ? SEARCH_OF_SEVERAL_MS : SEARCH_MS).unref();
    this.search();
  }

  /** Breaks off the scans that are under way: their files are due at once, for another instance. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.searching;
    await Promise.all(this.turns.values());
  }

  /** A tenant has files that are due. Where all places are taken, the next search finds them. */
  private wake(tenant_id: string): void {
    if (this.stopping.signal.aborted || this.turns.size >= PLACES || this.turns.has(tenant_id)) return;
    this.turns.set(tenant_id, this.turn(tenant_id));
  }

  private async turn(tenant_id: string): Promise<void> {
    const { signal } = this.stopping;
    const options = { now: () => new Date(), signal, failed: this.options.unscanned };
    let scanned = 0;
    try {
      while (scanned < MOST_A_TURN && !signal.aborted && (await this.scans.scanOne(tenant_id, options))) scanned += 1;
    } catch (error) {
      this.options.failed(error, tenant_id);
    }
    this.turns.delete(tenant_id);
    // Others may wait for the place. A file that is due and locked would be found again and again.
    if (scanned > 0) this.search();
  }

  private search(): void {
    if (this.searching || this.stopping.signal.aborted || !this.options.isLeader()) return;
    const late = setTimeout(this.options.missed, DEADLINE_MS, DEADLINE_MS).unref();
    this.searching = this.find()
      .catch((error: unknown) => this.options.failed(error, NO_TENANT))
      .finally(() => {
        clearTimeout(late);
        this.searching = undefined;
      });
  }

  /** Gives free places to tenants behind the last one, then to those before it. */
  private async find(): Promise<void> {
    const now = new Date();
    const found: string[] = [];
    const { isMine } = this.options;
    const searched = await this.nodes.ask(now, async (there) => {
      const behind = await this.scans.tenantsWithDue(now, there, this.last, isMine);
      found.push(...behind, ...(this.last === '' ? [] : await this.scans.tenantsWithDue(now, there, '', isMine)));
    });
    for (const tenant_id of new Set(found)) {
      if (this.turns.size >= PLACES) break;
      if (this.turns.has(tenant_id)) continue;
      this.last = tenant_id;
      this.wake(tenant_id);
    }
    for (const one of searched) if (one.status === 'rejected') this.options.failed(one.reason, NO_TENANT);
    if (searched.every(({ status }) => status === 'fulfilled')) this.options.succeeded();
  }
}
