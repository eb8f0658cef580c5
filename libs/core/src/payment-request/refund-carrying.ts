import { Injectable } from '@nestjs/common';
import { Database, eachTenant, type Context } from '@usaha/shared';
import { PaymentAccountService } from '../payment-account/payment-account.service.js';
import { nextAsking } from '../payment/asking-schedule.js';
import type { RefundRequest } from '../payment/gateway.js';
import { PaymentGateways } from '../payment/payment-gateways.js';
import type { PendingOptions } from '../payment/settlement.js';
import { TenantsWithWork } from '../tenant/tenants-with-work.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import type { PaymentRequestRefund } from './payment-request-refund.entity.js';
import { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
import { RefundBooking } from './refund-booking.js';

/** Refunds that a round carries out of a tenant at most. */
const MOST_DUE = 100;
/** A pending refund is asked about until it has an outcome. */
const NEVER = new Date(8.64e15);

/**
 * Carries out reserved refunds: for the request that has reserved one, for one that is repeated, and for the job, which takes up
 * those that a crash has left. The gateway is called with no transaction open. One that was asked to give back, and does not know of it
 * after a minute, is asked again: by then no call is under way.
 */
@Injectable()
export class RefundCarrying {
  constructor(
    private readonly database: Database,
    private readonly gateways: PaymentGateways,
    private readonly accounts: PaymentAccountService,
    private readonly attempts: PaymentAttemptRepository,
    private readonly refunds: PaymentRequestRefundRepository,
    private readonly booking: RefundBooking,
    private readonly work: TenantsWithWork,
  ) {}

  /** @returns the refund, which is pending while the gateway, or an earlier refund of the attempt, is waited for @throws what the gateway throws: it is silent */
  async carry(tenant_id: string, id: string, now: Date): Promise<PaymentRequestRefund> {
    const { refund, asked } = await this.in(tenant_id, now, (ctx) => this.read(ctx, id));
    if (asked === null) return refund;
    const gateway = this.gateways.of(asked.account);
    let outcome = refund.begun_at === null ? 'unknown' : await gateway.findRefund(asked);
    if (outcome === 'unknown') {
      const begun = await this.in(tenant_id, now, (ctx) => this.begin(ctx, id));
      if (begun === null) return refund;
      outcome = await gateway.refund(begun);
    }
    if (outcome.status === 'pending') return refund;
    const ended = outcome;
    return this.in(tenant_id, now, (ctx) => this.booking.settle(ctx, id, ended));
  }

  /** Carries out all that is due, tenant by tenant. It may run on any number of instances at once. @returns how many have ended */
  async carryDue({ now, failed, isStopping = () => false, isMine }: PendingOptions): Promise<number> {
    let ended = 0;
    const carryOf = async (tenant_id: string): Promise<void> => {
      for (const id of await this.in(tenant_id, now(), (ctx) => this.refunds.due(ctx, MOST_DUE))) {
        if (isStopping()) return;
        try {
          if ((await this.carry(tenant_id, id, now())).status !== 'pending') ended += 1;
          else await this.askLater(tenant_id, id, now());
        } catch (error) {
          // The tenant's others are taken in the next round: most are of the same account.
          await this.askLater(tenant_id, id, now());
          failed(error);
          return;
        }
      }
    };
    const lanes = await this.work.find(now(), this.refunds.tenantsWithDue, failed);
    await Promise.all(lanes.map((some) => eachTenant(some, carryOf, { failed, isStopping, isMine })));
    return ended;
  }

  /** null for a refund that has ended. */
  private async read(ctx: Context, id: string): Promise<{ refund: PaymentRequestRefund; asked: RefundRequest | null }> {
    const refund = await this.refunds.get(ctx, id);
    return { refund, asked: refund.status === 'pending' ? await this.requestOf(ctx, refund) : null };
  }

  /** Takes the right to ask the gateway for it. @returns null where it is not given now */
  private async begin(ctx: Context, id: string): Promise<RefundRequest | null> {
    const { attempt_id } = await this.refunds.get(ctx, id);
    if (attempt_id !== null) await this.attempts.lock(ctx, attempt_id);
    const refund = await this.refunds.lock(ctx, id);
    if (!refund.mayBegin(ctx.now) || !(await this.refunds.isInTurn(ctx, refund))) return null;
    this.refunds.markBegun(ctx, refund, nextAsking(ctx.now, NEVER, ctx.now) ?? ctx.now);
    return this.requestOf(ctx, refund);
  }

  private async askLater(tenant_id: string, id: string, now: Date): Promise<void> {
    await this.in(tenant_id, now, async (ctx) => {
      const { created_at } = await this.refunds.get(ctx, id);
      this.refunds.askLater(ctx, id, nextAsking(created_at, NEVER, ctx.now) ?? ctx.now);
    });
  }

  /** @throws Error for a transfer, which no gateway carries out */
  private async requestOf(ctx: Context, refund: PaymentRequestRefund): Promise<RefundRequest> {
    const { tenant_id, id, attempt_id: charge_id, amount, created_at: at } = refund;
    if (charge_id === null) throw new Error('A transfer is no refund of a gateway');
    const attempt = await this.attempts.get(ctx, charge_id);
    const { account_id, gateway_id, paid_amount, refunded_amount } = attempt;
    return {
      tenant_id,
      attempt_id: id,
      account: await this.accounts.ofAttempt(ctx, account_id),
      gateway_id,
      charge_id,
      amount,
      currency: 'MYR',
      charged_amount: paid_amount,
      refunded_amount,
      at,
    };
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}
