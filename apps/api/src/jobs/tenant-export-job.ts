import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LostExport, ShardNodes, TenantExportClaims, TenantExportQueue, type ClaimedExport } from '@usaha/core';
import { Database, NO_TENANT, type Context } from '@usaha/shared';
import { TenantExportRunner } from '../tenant-export/tenant-export-runner.js';
import { RepeatingJob } from './repeating-job.js';

const EVERY_MS = 5_000;
/** A search is short; what it finds goes on behind it. */
const DEADLINE_MS = 60_000;
const RENEWED_MS = 20_000;

export interface TenantExportJobOptions {
  failed: (error: unknown, tenant_id?: string) => void;
  missed: (deadlineMs: number) => void;
  succeeded: () => void;
  /** Told of exports that have come to their end, one way or the other. */
  counted: (outcome: 'completed' | 'failed') => void;
}

const now = (): Date => new Date();

/** Thrown at the next page or file where the process ends: another instance begins the export again. */
class Stopping extends Error {
  constructor() {
    super('The process ends');
  }
}

/** Makes exports of tenants that wait, one at a time in a process. Every instance does, since each export has a lease. */
@Injectable()
export class TenantExportJob {
  private readonly holder = randomUUID();
  private job?: RepeatingJob;
  private options?: TenantExportJobOptions;
  private making?: Promise<void>;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly claims: TenantExportClaims,
    private readonly runner: TenantExportRunner,
    private readonly queue: TenantExportQueue,
  ) {}

  start(options: TenantExportJobOptions): void {
    this.options = options;
    const { failed, missed } = options;
    const job = new RepeatingJob(() => this.round(), { everyMs: EVERY_MS, deadlineMs: DEADLINE_MS, failed, missed });
    this.job = job;
    this.queue.wake = () => job.wake();
    job.start();
  }

  /** Gives up the export that is made, at its next page or file. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.job?.stop();
    await this.making;
  }

  private async round(): Promise<void> {
    if (!this.making) await this.begin();
    this.options?.succeeded();
  }

  /** Takes the first that is found. */
  private async begin(): Promise<void> {
    for (const machine of await this.nodes.list(now())) {
      for (const tenant_id of await this.as(NO_TENANT, (ctx) => this.claims.tenantsWithWork(ctx, machine))) {
        if (this.isStopping) return;
        const claimed = await this.take(tenant_id);
        if (!claimed) continue;
        this.making = this.make(tenant_id, claimed).finally(() => {
          this.making = undefined;
          this.job?.wake();
        });
        return;
      }
    }
  }

  private async take(tenant_id: string): Promise<ClaimedExport | null> {
    try {
      return await this.claims.take({ tenant_id, actor: null, now: now() }, this.holder);
    } catch (error) {
      if (!(error instanceof LostExport)) this.options?.failed(error, tenant_id);
      return null;
    }
  }

  private async make(tenant_id: string, claimed: ClaimedExport): Promise<void> {
    let isLost = false;
    const renewing = setInterval(() => {
      this.as(tenant_id, (ctx) => this.claims.renew(ctx, claimed.found.id, this.holder)).then(
        (isHeld) => (isLost = !isHeld),
        (error: unknown) => this.options?.failed(error, tenant_id),
      );
    }, RENEWED_MS);
    const goOn = (): void => {
      if (this.isStopping) throw new Stopping();
      if (isLost) throw new LostExport();
    };
    try {
      await this.runner.run(tenant_id, claimed, this.holder, goOn);
      this.options?.counted('completed');
    } catch (error) {
      await this.giveUp(tenant_id, claimed, error);
    } finally {
      clearInterval(renewing);
    }
  }

  private async giveUp(tenant_id: string, claimed: ClaimedExport, reason: unknown): Promise<void> {
    const who = { tenant_id, actor: null, now: now() };
    try {
      if (reason instanceof LostExport) throw reason;
      const outcome = await this.claims.giveUp(who, claimed, this.holder, reason instanceof Stopping);
      if (!(reason instanceof Stopping)) this.options?.failed(reason, tenant_id);
      if (outcome === 'failed') this.options?.counted(outcome);
    } catch (error) {
      if (error instanceof LostExport) return this.forget(who, claimed);
      // Its lease ends: another attempt follows then.
      for (const one of [reason, error]) if (!(one instanceof Stopping)) this.options?.failed(one, tenant_id);
    }
  }

  private async forget(who: Omit<Context, 'db'>, claimed: ClaimedExport): Promise<void> {
    await this.claims.forget(who, claimed).catch((error: unknown) => this.options?.failed(error, who.tenant_id));
  }

  private as<T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now: now() }, work);
  }
}
