import { Injectable, type OnModuleInit } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import {
  PayableSources,
  type AttemptEntries,
  type BookedMoney,
  type PaidAttempt,
  type Payable,
  type PayableSource,
  type ReceivedMoney,
} from '../payment-request/payable-source.js';
import { SubscriptionRepository } from '../subscription/subscription.repository.js';
import { SubscriptionService } from '../subscription/subscription.service.js';
import { PaymentMethodService } from './payment-method.service.js';
import { RequestedPayments } from './requested-payments.js';

const heading = { en: 'Subscription', ms: 'Langganan' };

/**
 * Subscriptions as subjects of payment requests. The payee is the platform, and each attempt a payment of the business, which is
 * refunded as every payment is. All money is booked: what buys no term is credit.
 */
@Injectable()
export class PayableSubscriptions implements PayableSource, OnModuleInit {
  readonly subject_type = 'subscription';
  readonly module = null;
  readonly noun = nouns.subscription;
  readonly attempts: AttemptEntries;

  constructor(
    private readonly sources: PayableSources,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: RequestedPayments,
    private readonly methods: PaymentMethodService,
    private readonly renewals: SubscriptionService,
  ) {
    this.attempts = payments;
  }

  onModuleInit(): void {
    this.sources.register(this);
  }

  async open(ctx: Context, id: string): Promise<Payable | null> {
    const subscription = await this.subscriptions.lockIfExists(ctx, id);
    if (!subscription) return null;
    const { plan_type, currency } = subscription;
    const number = `${plan_type.charAt(0).toUpperCase()}${plan_type.slice(1)} ${malaysianDay(subscription.openFrom(ctx.now))}`;
    const is_cancelled = subscription.status === 'cancelled';
    return { open: subscription.openAt(ctx.now), currency, number, heading, is_cancelled, keeps_credit: true };
  }

  /** @throws Error without a gateway: the platform's account is not the business's to confirm */
  async pay(ctx: Context, id: string, { means }: ReceivedMoney, by: PaidAttempt | null): Promise<BookedMoney> {
    if (by === null) throw new Error('A subscription is paid at the gateway of the platform');
    const { id: payment_id } = await this.payments.paid(ctx, means, by);
    const method = by.kept_card && (await this.methods.keep(ctx, by.kept_card));
    if (method) await this.renewals.renewWith(ctx, id, method.id);
    return { payment_id, receipt_number: null };
  }
}
