import { Injectable } from '@nestjs/common';
import { ImportClaims, ImportQueue, LostImport, ShardNodes, type ImportTotals } from '@usaha/core';
import { Database, NO_TENANT, type Context } from '@usaha/shared';
import { randomUUID } from 'node:crypto';
import { ImportRunner } from '../data-tables/imports/import-runner.js';
import { RepeatingJob } from './repeating-job.js';

const EVERY_MS = 5_000;
/** A search is short; what it finds goes on behind it. */
const DEADLINE_MS = 60_000;
const RENEWED_MS = 20_000;
/** Imports of a process at once. */
const AT_ONCE = 2;

export interface ImportJobOptions {
  /** Rows that a file may have. */
  mostRows: number;
  /** Told of rows that were written. */
  counted: (totals: ImportTotals) => void;
  failed: (error: unknown, tenant_id?: string) => void;
  missed: (deadlineMs: number) => void;
  succeeded: () => void;
}

const now = (): Date => new Date();

/** Works on imports that wait: two in a process, one of a tenant. Every instance does, since each import has a lease. */
@Injectable()
export class ImportJob {
  private readonly holder = randomUUID();
  private job?: RepeatingJob;
  private options?: ImportJobOptions;
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly claims: ImportClaims,
    private readonly runner: ImportRunner,
    private readonly queue: ImportQueue,
  ) {}

  start(options: ImportJobOptions): void {
    this.options = options;
    this.runner.options = { mostRows: options.mostRows, counted: options.counted };
    const { failed, missed } = options;
    const job = new RepeatingJob(() => this.round(), { everyMs: EVERY_MS, deadlineMs: DEADLINE_MS, failed, missed });
    this.job = job;
    this.queue.wake = () => job.wake();
    job.start();
  }

  /** Waits for the batches that are being written; another instance, or the next start, goes on behind them. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.job?.stop();
    await Promise.all(this.running.values());
  }

  private async round(): Promise<void> {
    const failures = await this.takeWaiting();
    for (const error of failures) this.options?.failed(error);
    if (failures.length === 0) this.options?.succeeded();
  }

  /** Begins with those that have waited longest. @returns errors of machines that could not be asked */
  private async takeWaiting(): Promise<unknown[]> {
    if (this.running.size >= AT_ONCE) return [];
    const answers = await this.nodes.ask(now(), (there) =>
      this.as(NO_TENANT, (ctx) => this.claims.tenantsWithWork(ctx, there)),
    );
    const waiting = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    for (const { tenant_id } of waiting.sort((a, b) => +a.since - +b.since)) {
      if (this.isStopping || this.running.size >= AT_ONCE) break;
      if (!this.running.has(tenant_id)) this.begin(tenant_id);
    }
    return answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  }

  private begin(tenant_id: string): void {
    const work = this.work(tenant_id)
      .catch((error: unknown) => {
        if (!(error instanceof LostImport)) this.options?.failed(error, tenant_id);
      })
      .finally(() => {
        this.running.delete(tenant_id);
        this.job?.wake();
      });
    this.running.set(tenant_id, work);
  }

  private async work(tenant_id: string): Promise<void> {
    const found = await this.as(tenant_id, (ctx) => this.claims.take(ctx, this.holder));
    if (!found) return;
    const renewing = setInterval(() => {
      this.as(tenant_id, async (ctx) => this.claims.renew(ctx, found.id, this.holder)).catch((error: unknown) =>
        this.options?.failed(error, tenant_id),
      );
    }, RENEWED_MS);
    try {
      await this.runner.work(found, tenant_id, this.holder, () => this.isStopping);
    } catch (error) {
      if (error instanceof LostImport || this.isStopping) throw error;
      this.options?.failed(error, tenant_id);
      clearInterval(renewing);
      await this.runner.giveUp(found, tenant_id, this.holder);
    } finally {
      clearInterval(renewing);
      // A stopped import goes on elsewhere at once.
      if (this.isStopping) await this.as(tenant_id, async (ctx) => this.claims.release(ctx, found.id, this.holder));
    }
  }

  private as<T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now: now() }, work);
  }
}
