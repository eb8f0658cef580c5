import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';
import { ownTenants } from '../job/own-tenants.js';
import { FileContent } from './file-content.js';
import { FileEmptying } from './file-emptying.js';
import { FileQueue } from './file-queue.js';
import { FileScanPolicy, type FileScanner, type ScanVerdict } from './file-scanner.js';
import { FileService } from './file.service.js';
import { FileRepository } from './file.repository.js';
import type { StoredFile } from './file.entity.js';

/** What became of scans, as metrics count them. */
export const scanOutcomes = ['clean', 'infected', 'failed'] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

/** So long a file is left to the instance that scans it: longer than any scan. A killed process leaves it for this time. */
const CLAIM_MS = 5 * 60_000;
/** Until the second attempt; doubled with each further one. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const TENANTS_AT_ONCE = 100;

/** A file that this instance scans. */
interface Claimed {
  file: StoredFile;
  until: Date;
}

/** What a scan needs besides its tenant. */
export interface ScanOptions {
  now: () => Date;
  /** Aborted when the service stops. */
  signal: AbortSignal;
  /** Told of each scan that failed; the file is scanned again later. */
  failed: (error: unknown, tenant_id: string) => void;
}

/**
 * Scans files that were uploaded. No transaction is open while the scanner works: a scan claims its file by a time until which
 * no other instance takes it, and a scan that fails is due again after a pause, without end.
 */
@Injectable()
export class FileScans {
  /** Since the start of the process. */
  readonly counts: Record<ScanOutcome, number> = { clean: 0, infected: 0, failed: 0 };

  constructor(
    private readonly database: Database,
    private readonly policy: FileScanPolicy,
    private readonly files: FileRepository,
    private readonly service: FileService,
    private readonly contents: FileContent,
    private readonly emptying: FileEmptying,
    readonly queue: FileQueue,
  ) {}

  /** Whether this installation scans files. */
  get areScanned(): boolean {
    return this.policy.scanner !== null;
  }

  /**
   * Tenants with files that are due, by their ids.
   * @param after the last of those before; '' for the first @param isMine whether this instance has a tenant's files scanned
   */
  tenantsWithDue(
    now: Date,
    there: ShardScope,
    after: string,
    isMine: (tenant_id: string) => boolean,
  ): Promise<string[]> {
    return ownTenants((last) => this.withDue(now, there, last), TENANTS_AT_ONCE, isMine, after);
  }

  private withDue(now: Date, there: ShardScope, after: string): Promise<string[]> {
    const values: unknown[] = [now, after];
    const isTheirs = there.where('r.tenant_id', values);
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, async (ctx) => {
      const rows = await runAcrossTenants(ctx, () =>
        ctx.db.read(
          `select distinct r.tenant_id from core.files r
            where r.scan_due_at is not null and r.scan_due_at <= $1 and ($2 = '' or r.tenant_id > $2::uuid) and ${isTheirs}
            order by r.tenant_id limit ${TENANTS_AT_ONCE}`,
          values,
        ),
      );
      return rows.map((row) => row[0] as string);
    });
  }

  /** Scans the file of a tenant that is due first. @returns whether one was due and could be scanned */
  async scanOne(tenant_id: string, { now, signal, failed }: ScanOptions): Promise<boolean> {
    const { scanner } = this.policy;
    const claimed = scanner && (await this.work(tenant_id, now(), (ctx) => this.claim(ctx)));
    if (!claimed) return false;
    try {
      const verdict = await this.scan(scanner, tenant_id, claimed.file, now(), signal);
      const rejected = await this.work(tenant_id, now(), (ctx) => this.service.scanned(ctx, claimed.file.id, verdict));
      this.counts[verdict === 'clean' ? 'clean' : 'infected'] += 1;
      if (rejected?.has_bytes) await this.emptying.empty({ tenant_id, actor: null, now: now() }, rejected);
      return true;
    } catch (error) {
      if (!signal.aborted) {
        this.counts.failed += 1;
        failed(error, tenant_id);
      }
      await this.work(tenant_id, now(), (ctx) => this.postpone(ctx, claimed, signal.aborted));
      return false;
    }
  }

  private scan(
    scanner: FileScanner,
    tenant_id: string,
    file: StoredFile,
    now: Date,
    signal: AbortSignal,
  ): Promise<ScanVerdict> {
    return scanner.scan(this.contents.read({ tenant_id, actor: null, now }, file), signal);
  }

  private async claim(ctx: Context): Promise<Claimed | null> {
    const [row] = await ctx.db.lock(
      `select r.id, r.scan_due_at from core.files r
        where r.tenant_id = $1 and r.scan_due_at is not null and r.scan_due_at <= $2
        order by r.scan_due_at limit 1 for no key update skip locked`,
      [ctx.tenant_id, ctx.now],
    );
    if (!row) return null;
    const [id, due_at] = row as [string, Date];
    const until = new Date(ctx.now.getTime() + CLAIM_MS);
    // Names the time that was read: where a lock was lost (Citus), another instance has the file.
    const taken = await ctx.db.change(
      `update core.files r set scan_due_at = $3, scan_attempts = r.scan_attempts + 1
        where r.tenant_id = $1 and r.id = $2 and r.scan_due_at = $4`,
      [ctx.tenant_id, id, until, due_at],
    );
    const file = taken === 1 ? await this.files.find(ctx, id) : null;
    return file && { file, until };
  }

  /** Makes it due again, at once where the service stops. */
  private async postpone(
    ctx: Context,
    { file: { id, scan_attempts }, until }: Claimed,
    isStop: boolean,
  ): Promise<void> {
    const pause = isStop ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (scan_attempts - 1), LONGEST_PAUSE_MS);
    ctx.db.enqueue(
      'update core.files r set scan_due_at = $3 where r.tenant_id = $1 and r.id = $2 and r.scan_due_at = $4',
      [ctx.tenant_id, id, new Date(ctx.now.getTime() + pause), until],
    );
  }

  private work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, act);
  }
}
