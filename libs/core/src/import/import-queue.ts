import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';

/** Tells the job of this instance that an import waits; those of others find it by themselves. */
@Injectable()
export class ImportQueue {
  /** The job, once it runs. */
  wake: () => void = () => undefined;

  /** To be called in the transaction that lets an import wait. */
  announce(ctx: Context): void {
    ctx.db.afterCommit(() => this.wake());
  }
}
