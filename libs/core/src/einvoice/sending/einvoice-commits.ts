import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';

/** Tells the job of this process in which tenants e-invoices were committed that are to be sent. */
@Injectable()
export class EinvoiceCommits {
  private listener?: (tenant_id: string) => void;

  /** @param listener told after each commit; undefined: none is any more */
  onQueued(listener: ((tenant_id: string) => void) | undefined): void {
    this.listener = listener;
  }

  /** Has what the context's transaction queues sent as soon as it is committed. */
  wakeAfterCommit({ db, tenant_id }: Context): void {
    db.afterCommit(() => this.listener?.(tenant_id));
  }
}
