import { Injectable } from '@nestjs/common';
import { announce, type Context } from '@usaha/shared';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { NOT_CARRIED_OUT, unlessChargedBack, type Outcome, type RefundOutcome, type Succeeded } from './outcome.js';
import type { Payment } from './payment.entity.js';
import { tellCompleted, tellFailed, tellRefundFailed, tellRefunded } from './payment.events.js';
import { PaymentGateways } from './payment-gateways.js';
import { PaymentRepository } from './payment.repository.js';
import type { Refund } from './refund.entity.js';
import { RefundRepository } from './refund.repository.js';

/** A gateway has taken something else than what was asked for: nothing is booked. */
export class TakenDiffers extends Error {
  constructor({ id, amount, currency }: Payment, taken: Succeeded) {
    const money = `${taken.amount} ${taken.currency}${taken.is_test ? ' (test)' : ''}`;
    super(`Payment ${id}: the gateway took ${money} instead of ${amount} ${currency}`);
  }
}

/** Writes down what the gateway said of payments and refunds, each outcome once. */
@Injectable()
export class PaymentBooking {
  /** Told of money that is not booked. */
  failed: (error: TakenDiffers, tenant_id: string) => void = () => undefined;

  constructor(
    private readonly gateways: PaymentGateways,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly subscriptions: SubscriptionService,
  ) {}

  /**
   * Also books money that came after the payment had ended by time alone. Where another amount was taken, another currency, or
   * no real money of an account that takes real money, nothing is booked: the payment stays as it is, and is asked about again.
   */
  async charged(ctx: Context, id: string, told: Outcome): Promise<Payment> {
    const { payments } = this;
    const outcome = unlessChargedBack(told);
    const payment = await payments.lockIfExists(ctx, id);
    if (!payment) throw new Error('A payment that was begun is not there');
    const isOpen = payment.status === 'pending' || (outcome.status === 'succeeded' && payment.is_open_to_late_money);
    if (!isOpen) return payment;
    if (outcome.status === 'waiting') {
      if (payment.wait(payment.payment_method, outcome, ctx.now)) payments.save(ctx, payment, 'wait');
      else payments.askLater(ctx, payment);
      return payment;
    }
    if (outcome.status === 'refused') {
      this.fail(ctx, payment, outcome.reason);
      if (payment.is_renewal) await this.renewalRefused(ctx, payment, outcome.reason);
      return payment;
    }
    if (this.differs(payment, outcome)) {
      this.failed(new TakenDiffers(payment, outcome), ctx.tenant_id);
      this.askLater(ctx, payment);
      return payment;
    }
    return this.complete(ctx, payment);
  }

  /** Counts a locked payment whose money was taken. */
  async complete(ctx: Context, payment: Payment): Promise<Payment> {
    payment.complete();
    this.payments.save(ctx, payment, 'complete');
    const { id: payment_id, subscription_id, amount, currency, payment_request_id } = payment;
    if (subscription_id !== null)
      await this.subscriptions.pay(ctx, subscription_id, { payment_id, amount, currency }, payment_request_id);
    announce(ctx, 'payment.completed', factsOf(payment));
    tellCompleted(ctx, payment);
    return payment;
  }

  /** Ends a locked payment without money. */
  fail(ctx: Context, payment: Payment, reason: string): void {
    payment.fail(reason, ctx.now);
    this.payments.save(ctx, payment, 'fail');
    announce(ctx, 'payment.failed', { ...factsOf(payment), reason });
    tellFailed(ctx, payment, reason);
  }

  /** Payments are held before their refunds, here as where a refund is begun. */
  async refunded(ctx: Context, id: string, outcome: RefundOutcome): Promise<Refund> {
    const { payments, refunds } = this;
    const { payment_id } = await refunds.get(ctx, id);
    const payment = await payments.lockIfExists(ctx, payment_id);
    const refund = await refunds.lockIfExists(ctx, id);
    if (!payment || !refund) throw new Error('A refund that was begun is not there');
    if (refund.status !== 'pending' || outcome.status === 'pending') return refund;
    const { amount } = refund;
    if (outcome.status === 'succeeded') {
      refund.complete();
      payment.giveBack(amount);
    } else {
      refund.fail(outcome.reason);
      payment.release(amount);
    }
    refunds.save(ctx, refund, outcome.status === 'succeeded' ? 'complete' : 'fail');
    payments.save(ctx, payment, outcome.status === 'succeeded' ? 'refund' : 'release');
    if (outcome.status !== 'succeeded') {
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

  /** The gateway is asked again about a locked payment that waits. One that never waited is asked about in any case: `Settlement`. */
  askLater(ctx: Context, payment: Payment): void {
    if (payment.ask_at === null) return;
    payment.askLater(endOf(payment), ctx.now);
    this.payments.askLater(ctx, payment);
  }

  /** The gateway gave no answer about locked payments that wait. */
  askUnanswered(ctx: Context, payments: readonly Payment[]): void {
    for (const payment of payments) {
      if (payment.ask_at === null) continue;
      payment.askUnanswered(endOf(payment), ctx.now);
      this.payments.askLater(ctx, payment);
    }
  }

  private differs({ gateway, amount, currency }: Payment, taken: Succeeded): boolean {
    const { mode } = this.gateways.platformAt(gateway);
    return taken.amount !== amount || taken.currency !== currency || taken.is_test !== (mode !== 'live');
  }

  private async renewalRefused(
    ctx: Context,
    { id: payment_id, subscription_id, amount }: Payment,
    reason: string,
  ): Promise<void> {
    if (subscription_id === null) return;
    await this.subscriptions.chargeRefused(ctx, subscription_id, { payment_id, amount }, reason !== NOT_CARRIED_OUT);
  }
}

/** It ended when it was last changed, or will end with its time. */
const endOf = ({ waiting, updated_at }: Payment): Date => (waiting ? new Date(waiting.expires_at) : updated_at);

/** Ids and figures: what an event may tell. */
const factsOf = ({ id, subscription_id, amount, currency, status, refunded_amount }: Payment) => ({
  payment_id: id,
  subscription_id,
  amount,
  currency,
  status,
  refunded_amount,
});
