import { Injectable } from '@nestjs/common';
import { Database, DomainError, announce, eachTenant, inTenant, unavailable, type Context } from '@usaha/shared';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { NOT_CARRIED_OUT, PaymentGateway, type Means, type Outcome } from './gateway.js';
import type { PaymentMethod } from './payment-method.entity.js';
import { PaymentMethodRepository } from './payment-method.repository.js';
import type { Payment } from './payment.entity.js';
import { tellCompleted, tellFailed, tellRefundFailed, tellRefunded } from './payment.events.js';
import { PaymentRepository } from './payment.repository.js';
import type { Refund } from './refund.entity.js';
import { RefundRepository } from './refund.repository.js';
import { messages } from './payment.messages.js';

/** An attempt of which the gateway knows nothing after this number of milliseconds is given up: no request waits for it any more. */
export const GIVE_UP_MS = 60_000;

export interface PendingOptions {
  now: () => Date;
  /** Called with what could not be settled; it stays pending, and is tried again the next time. */
  failed: (error: unknown) => void;
  /** Whether it should come to an end: what is left is found again the next time. */
  isStopping?: () => boolean;
  /** Whether a tenant is this instance's; all are unless told. */
  isMine?: (tenant_id: string) => boolean;
}

/** An attempt without an outcome, and how it gets one. */
interface Pending {
  tenant_id: string;
  id: string;
  created_at: Date;
  settle: (ctx: Context, id: string, outcome: Outcome) => Promise<unknown>;
}

/**
 * The second half of payments and refunds. The first transaction has left a pending attempt: it is committed, the gateway
 * asked, and a second transaction writes down what came of it, once, for the first that asks: the request itself, one repeated with
 * its Idempotency-Key, or the job that looks for attempts that a crash has left behind.
 */
@Injectable()
export class Settlement {
  constructor(
    private readonly database: Database,
    private readonly gateway: PaymentGateway,
    private readonly work: TenantsWithWork,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly methods: PaymentMethodRepository,
    private readonly subscriptions: SubscriptionService,
  ) {}

  /** Ends the context's transaction, and begins another. @throws unavailable when the gateway cannot answer */
  async charge(ctx: Context, payment: Payment): Promise<Payment> {
    if (payment.status !== 'pending') return payment;
    const { tenant_id, id, amount, currency, created_at } = payment;
    const method = await this.meansOf(ctx, payment);
    await ctx.db.commitAndContinue();
    const outcome = await answered(() =>
      this.gateway.charge({ tenant_id, attempt_id: id, amount, currency, method, at: created_at }),
    );
    return this.settleCharge(ctx, id, outcome);
  }

  /** The same for money that is given back. */
  async refund(ctx: Context, refund: Refund): Promise<Refund> {
    if (refund.status !== 'pending') return refund;
    const { tenant_id, id, payment_id, amount, created_at } = refund;
    const { currency } = await this.payments.get(ctx, payment_id);
    await ctx.db.commitAndContinue();
    const request = { tenant_id, attempt_id: id, charge_id: payment_id, amount, currency, at: created_at };
    const outcome = await answered(() => this.gateway.refund(request));
    return this.settleRefund(ctx, id, outcome);
  }

  /**
   * Settles, tenant by tenant, what has no outcome, by what the gateway knows of it. What it does not know is given up
   * after a minute and never carried out later: without the client no money is moved. It may run on any number of
   * instances at once. @returns how many attempts have got an outcome
   */
  async settlePending({ now, failed, isStopping = () => false, isMine }: PendingOptions): Promise<number> {
    const { database } = this;
    const as = (tenant_id: string) => ({ tenant_id, actor: null, now: now() });
    let settled = 0;
    const settleOf = async (tenant_id: string): Promise<void> => {
      for (const pending of await database.job(as(tenant_id), (ctx) => this.pending(ctx))) {
        if (isStopping()) return;
        try {
          // No transaction is open while the gateway is asked, and each attempt has its own: one is in no other's way.
          const outcome = await this.judge(pending, now());
          if (!outcome) continue;
          await database.job(as(tenant_id), (ctx) => pending.settle(ctx, pending.id, outcome));
          settled += 1;
        } catch (error) {
          failed(error);
        }
      }
    };
    const pending: LookForWork = async (ctx, there) => [
      ...(await this.payments.tenantsWithPending(ctx, there)),
      ...(await this.refunds.tenantsWithPending(ctx, there)),
    ];
    const tenantsPerNode = await this.work.find(now(), pending, failed);
    await Promise.all(tenantsPerNode.map((some) => eachTenant(some, settleOf, { failed, isStopping, isMine })));
    return settled;
  }

  private async pending(ctx: Context): Promise<Pending[]> {
    const { tenant_id } = ctx;
    const [payments, refunds] = await Promise.all([this.payments.pending(ctx), this.refunds.pending(ctx)]);
    return [
      ...payments.map((found) => ({ ...found, tenant_id, settle: this.settleCharge.bind(this) })),
      ...refunds.map((found) => ({ ...found, tenant_id, settle: this.settleRefund.bind(this) })),
    ];
  }

  /** The gateway's word on an attempt, or null while a request may still be about to ask for it. */
  private async judge({ tenant_id, id, created_at }: Pending, now: Date): Promise<Outcome | null> {
    const attempt = { tenant_id, attempt_id: id };
    const known = await this.gateway.find(attempt);
    if (known !== 'unknown') return known;
    return now.getTime() - created_at.getTime() < GIVE_UP_MS ? null : this.gateway.abandon(attempt);
  }

  private async settleCharge(ctx: Context, id: string, outcome: Outcome): Promise<Payment> {
    const { payments } = this;
    const payment = await payments.lockIfExists(ctx, id);
    if (!payment) throw new Error('A payment that was begun is not there');
    if (payment.status !== 'pending') return payment;
    if (!outcome.succeeded) {
      payment.fail(outcome.reason);
      payments.save(ctx, payment, 'fail');
      announce(ctx, 'payment.failed', { ...factsOf(payment), reason: outcome.reason });
      tellFailed(ctx, payment, outcome.reason);
      if (payment.is_renewal) await this.renewalRefused(ctx, payment, outcome.reason);
      return payment;
    }
    payment.complete();
    payments.save(ctx, payment, 'complete');
    const { subscription_id, amount, currency } = payment;
    if (subscription_id !== null)
      await this.subscriptions.pay(ctx, subscription_id, { payment_id: id, amount, currency });
    announce(ctx, 'payment.completed', factsOf(payment));
    tellCompleted(ctx, payment);
    return payment;
  }

  /** Payments are held before their refunds, here as where a refund is begun. */
  private async settleRefund(ctx: Context, id: string, outcome: Outcome): Promise<Refund> {
    const { payments, refunds } = this;
    const { payment_id } = await refunds.get(ctx, id);
    const payment = await payments.lockIfExists(ctx, payment_id);
    const refund = await refunds.lockIfExists(ctx, id);
    if (!payment || !refund) throw new Error('A refund that was begun is not there');
    if (refund.status !== 'pending') return refund;
    const { amount } = refund;
    if (outcome.succeeded) {
      refund.complete();
      payment.giveBack(amount);
    } else {
      refund.fail(outcome.reason);
      payment.release(amount);
    }
    refunds.save(ctx, refund, outcome.succeeded ? 'complete' : 'fail');
    payments.save(ctx, payment, outcome.succeeded ? 'refund' : 'release');
    if (!outcome.succeeded) {
      tellRefundFailed(ctx, payment, refund, outcome.reason);
      return refund;
    }
    const { subscription_id, currency, created_at } = payment;
    if (subscription_id !== null)
      await this.subscriptions.takeBack(ctx, subscription_id, { payment_id, amount, currency }, created_at);
    announce(ctx, 'payment.refunded', { ...factsOf(payment), refund_id: id, refunded: amount });
    tellRefunded(ctx, payment, refund);
    return refund;
  }

  private async renewalRefused(
    ctx: Context,
    { id: payment_id, subscription_id, amount }: Payment,
    reason: string,
  ): Promise<void> {
    if (subscription_id === null) return;
    await this.subscriptions.chargeRefused(ctx, subscription_id, { payment_id, amount }, reason !== NOT_CARRIED_OUT);
  }

  private async meansOf(ctx: Context, payment: Payment): Promise<Means> {
    const stored = await this.methodOf(ctx, payment);
    return { text: payment.payment_method, token: stored?.gateway_token ?? null, expiry: stored?.expiry ?? null };
  }

  /** The stored method that pays, of this tenant or of the one whose administrator pays for it. */
  private methodOf(ctx: Context, payment: Payment): Promise<PaymentMethod | null> {
    const { payment_method_id, payer_tenant_id, payer_method_id } = payment;
    if (payer_tenant_id !== null && payer_method_id !== null)
      return inTenant(ctx, payer_tenant_id, (there) => this.methods.findEver(there, payer_method_id));
    return payment_method_id === null ? Promise.resolve(null) : this.methods.findEver(ctx, payment_method_id);
  }
}

/** Ids and figures: what an event may tell. */
const factsOf = ({ id, subscription_id, amount, currency, status, refunded_amount }: Payment) => ({
  payment_id: id,
  subscription_id,
  amount,
  currency,
  status,
  refunded_amount,
});

async function answered(ask: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unavailable(messages.gatewaySilent(), error);
  }
}
