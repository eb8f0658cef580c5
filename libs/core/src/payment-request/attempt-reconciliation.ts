import { Injectable } from '@nestjs/common';
import { Database, eachTenant, type Context } from '@usaha/shared';
import type { Attempt } from '../payment/gateway.js';
import { ownerOfCalls } from '../payment/gateway-calls.js';
import type { Outcome } from '../payment/outcome.js';
import { PaymentGateways } from '../payment/payment-gateways.js';
import type { PendingOptions } from '../payment/settlement.js';
import { TenantsWithWork } from '../tenant/tenants-with-work.js';
import { AttemptBooking } from './attempt-booking.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { RequestedAttempts } from './requested-attempts.js';

/** Attempts that are read at once for a tenant. */
const MOST = 100;

/**
 * Asks gateways every night about the attempts that ended in the last three days, and opens differences where the books say otherwise
 * . It may run on any number of instances at once.
 */
@Injectable()
export class AttemptReconciliation {
  constructor(
    private readonly database: Database,
    private readonly gateways: PaymentGateways,
    private readonly tenants: TenantsWithWork,
    private readonly attempts: PaymentAttemptRepository,
    private readonly requested: RequestedAttempts,
    private readonly booking: AttemptBooking,
  ) {}

  /** @returns how many attempts were compared */
  async run(options: PendingOptions): Promise<number> {
    const { now, failed, isStopping, isMine } = options;
    let compared = 0;
    const reconcile = async (tenant_id: string): Promise<void> => {
      compared += await this.reconcile(tenant_id, options);
    };
    const lanes = await this.tenants.find(now(), this.attempts.tenantsToReconcile, failed);
    await Promise.all(lanes.map((some) => eachTenant(some, reconcile, { failed, isStopping, isMine })));
    return compared;
  }

  /** After a gateway gave no answer it is not asked about the other attempts of its account in this round. */
  private async reconcile(
    tenant_id: string,
    { now, failed, isStopping = () => false }: PendingOptions,
  ): Promise<number> {
    const silent = new Set<string>();
    let compared = 0;
    for (;;) {
      const due = await this.in(tenant_id, now(), (ctx) => this.requested.toReconcile(ctx, MOST));
      for (const attempt of due) {
        if (isStopping()) return compared;
        const owner = ownerOfCalls(attempt.account);
        const asked_at = now();
        const answer = silent.has(owner) ? null : await this.answerOn(attempt, failed);
        if (answer === null) silent.add(owner);
        else compared += 1;
        await this.in(tenant_id, now(), (ctx) => this.write(ctx, attempt, answer, asked_at)).catch(failed);
      }
      if (due.length < MOST) return compared;
    }
  }

  private async write(
    ctx: Context,
    { attempt_id: id }: Attempt,
    answer: Outcome | 'unknown' | null,
    asked_at: Date,
  ): Promise<void> {
    if (answer !== null) return this.booking.reconcile(ctx, id, answer, asked_at);
    const attempt = await this.attempts.lock(ctx, id);
    this.attempts.reconcileLater(ctx, attempt, attempt.nextNight(ctx.now, false));
  }

  /** @returns null where the gateway gives no answer */
  private async answerOn(attempt: Attempt, failed: (error: unknown) => void): Promise<Outcome | 'unknown' | null> {
    try {
      return await this.gateways.of(attempt.account).find(attempt);
    } catch (error) {
      failed(error);
      return null;
    }
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}
