import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';

/** Tells the job of this instance that an export waits; those of others find it by themselves. */
@Injectable()
export class TenantExportQueue {
  /** The job, once it runs. */
  wake: () => void = () => undefined;

  /** To be called in the transaction that lets an export wait. */
  announce(ctx: Context): void {
    ctx.db.afterCommit(() => this.wake());
  }
}
