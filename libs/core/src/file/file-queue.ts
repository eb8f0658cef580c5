import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';

/** Tells the scans of this process which tenant has a new file: they need not wait for their next search. */
@Injectable()
export class FileQueue {
  private listener: (tenant_id: string) => void = () => undefined;

  /** Calls a function after each commit that made a file due. */
  onQueued(listener: (tenant_id: string) => void): void {
    this.listener = listener;
  }

  /** Tells it once the context's transaction commits. */
  wakeAfterCommit(ctx: Context): void {
    const { tenant_id } = ctx;
    ctx.db.afterCommit(() => this.listener(tenant_id));
  }
}
