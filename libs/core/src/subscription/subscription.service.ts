import { Injectable } from '@nestjs/common';
import {
  Page,
  conflict,
  inTenant,
  invalid,
  money,
  type Context,
  type PageRequest,
  type ShardScope,
} from '@usaha/shared';
import type { PaymentMethod } from '../payment/payment-method.entity.js';
import { PaymentMethodRepository } from '../payment/payment-method.repository.js';
import type { PaymentRequest } from '../payment-request/payment-request.entity.js';
import { PaymentRequestFollowing } from '../payment-request/payment-request-following.js';
import { RecordReach } from '../tenant/record-reach.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { NewSubscription, SubscriptionChanges, SubscriptionQuery } from './subscription-told.js';
import { Subscription } from './subscription.entity.js';
import type { SubscriptionEntry, SubscriptionEntryKind } from './subscription-entry.entity.js';
import { SubscriptionHistory, type CountedMoney } from './subscription-history.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { messages } from '../messages.js';

/** Money in its currency. */
interface PaidMoney extends CountedMoney {
  currency: string;
}

/**
 * Subscriptions of the context's tenant, of those that the actor created, and for the operator's administrator of every
 * tenant; the tenant's plan follows the newest one in force.
 */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly entries: SubscriptionHistory,
    private readonly tenants: TenantRepository,
    private readonly reach: RecordReach,
    private readonly methods: PaymentMethodRepository,
    private readonly requests: PaymentRequestFollowing,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Subscription> {
    return this.where(ctx, id, (there) => this.subscriptions.get(there, id));
  }

  /** What happened to one, the last first. @throws not_found */
  history(ctx: Context, id: string, page: PageRequest): Promise<Page<SubscriptionEntry>> {
    return this.where(ctx, id, async (there) => {
      const { id: subscription_id } = await this.subscriptions.get(there, id);
      return this.entries.list(there, subscription_id, page);
    });
  }

  async list(ctx: Context, { status, tenant_id }: SubscriptionQuery, page: PageRequest): Promise<Page<Subscription>> {
    const query = status === undefined ? {} : { status: { status, now: ctx.now } };
    if (ctx.actor?.is_operator && tenant_id === undefined) return this.subscriptions.listEverywhere(ctx, query, page);
    const place = await this.reach.named(ctx, tenant_id);
    if (place === null) return new Page<Subscription>([], 0, page);
    return inTenant(ctx, place, (there) => this.subscriptions.list(there, query, page));
  }

  /** @throws invalid for a tenant_id that is not the caller's to subscribe for */
  async create(ctx: Context, data: NewSubscription): Promise<Subscription> {
    const place = await this.reach.named(ctx, data.tenant_id);
    if (place === null) throw invalid('tenant_id', messages.notYourBusiness({ field: 'tenant_id' }));
    return inTenant(ctx, place, async (there) => {
      const subscription = Subscription.begin(data.plan_id, data.billing_cycle ?? 'monthly', ctx.now);
      subscription.payWith(data);
      await this.renew(there, subscription);
      subscription.include(data.modules);
      this.subscriptions.insert(there, subscription);
      this.entries.enter(there, subscription, 'created');
      await this.followPlan(there);
      return subscription;
    });
  }

  /** @throws not_found, conflict for another plan or cycle of one that has ended */
  update(ctx: Context, id: string, { modules, ...changes }: SubscriptionChanges): Promise<Subscription> {
    return this.where(ctx, id, async (there) => {
      const [subscription, request] = await this.lockWithRequest(there, id);
      const isChanged = subscription.change(changes, ctx.now);
      const { payment_method_id } = subscription;
      subscription.payWith(changes);
      if (payment_method_id !== subscription.payment_method_id) await this.renew(there, subscription);
      subscription.include(modules);
      this.subscriptions.save(there, subscription);
      if (isChanged) {
        this.entries.enter(there, subscription, 'changed');
        this.requests.follow(there, request, { open: subscription.openAt(ctx.now) });
      }
      await this.followPlan(there);
      return subscription;
    });
  }

  /** @throws not_found, conflict unless it is active */
  cancel(ctx: Context, id: string): Promise<Subscription> {
    return this.where(ctx, id, async (there) => {
      const [subscription, request] = await this.lockWithRequest(there, id);
      subscription.cancel(ctx.now);
      this.subscriptions.save(there, subscription, 'cancel');
      this.entries.enter(there, subscription, 'cancelled');
      this.requests.follow(there, request, { open: 0, is_cancelled: true });
      await this.followPlan(there);
      return subscription;
    });
  }

  /**
   * The subscription to be paid, before anything is charged.
   * @param currency of the payment @throws invalid for an unknown id or another tenant's, and for another currency; conflict
   * for a cancelled one, and for one that was bought once and for all and is paid
   */
  async payable(ctx: Context, id: string, currency: string): Promise<Subscription> {
    const subscription = await this.subscriptions.named(ctx, 'subscription_id', id);
    if (subscription.status === 'cancelled') throw conflict('subscription_id', messages.subscriptionCancelled());
    if (subscription.currency !== currency)
      throw invalid('currency', messages.otherCurrency({ currency: subscription.currency }));
    if (subscription.billing_cycle !== 'one_time') return subscription;
    // Two that pay it at once take turns: the second finds what the first has begun.
    const held = await this.subscriptions.lockReferenced(ctx, 'subscription_id', id);
    if (held.isPaidForAll) throw conflict('subscription_id', messages.subscriptionPaidForAll());
    return held;
  }

  /** Whose subscription it is, beyond the actor's own tenant; null for one that the actor may not pay for. */
  placeBeyond(ctx: Context, id: string): Promise<string | null> {
    return this.reach.beyond(ctx, (among) => this.subscriptions.tenantOf(ctx, id, among));
  }

  /**
   * Counts a completed payment. One that was cancelled while the money was on its way keeps it as credit.
   * @param paid counts for nothing in another currency than the subscription's @param payment_request_id the request by which it came
   * @throws invalid for an unknown id
   */
  async pay(ctx: Context, id: string, paid: PaidMoney, payment_request_id: string | null = null): Promise<void> {
    const settling = this.settle(ctx, id, { kind: 'paid', action: 'pay', money: paid }, (subscription) =>
      subscription.applyPayment(paid.amount, ctx.now),
    );
    // Locked behind the subscription, in its packet.
    const [open, request] = await Promise.all([settling, this.requests.lockOpen(ctx, 'subscription', id)]);
    if (open !== null) this.requests.follow(ctx, request, { open: money.add(open, -paid.amount) }, payment_request_id);
  }

  /**
   * Counts a refund, which takes back the time that was bought with it.
   * @param begun_at when the payment was begun @throws invalid for an unknown id
   */
  async takeBack(ctx: Context, id: string, refunded: PaidMoney, begun_at: Date): Promise<void> {
    await this.settle(ctx, id, { kind: 'refunded', action: 'take_back', money: refunded }, (subscription) =>
      subscription.takeBack(refunded.amount, begun_at, ctx.now),
    );
  }

  /** Writes down which terms of the tenant have ended; it may run on several instances at once. @returns how many */
  async expireDue(ctx: Context): Promise<number> {
    let expired = 0;
    for (const id of await this.subscriptions.due(ctx)) {
      const subscription = await this.subscriptions.lockIfExists(ctx, id);
      if (subscription?.status !== 'active' || subscription.statusAt(ctx.now) !== 'expired') continue;
      subscription.expire(ctx.now);
      this.subscriptions.save(ctx, subscription, 'expire');
      this.entries.enter(ctx, subscription, 'expired');
      expired += 1;
    }
    if (expired > 0) await this.followPlan(ctx);
    return expired;
  }

  /** Tenants on some machines of which a charge is due. */
  tenantsWithChargesDue(ctx: Context, there: ShardScope): Promise<string[]> {
    return this.subscriptions.tenantsWithChargesDue(ctx, there);
  }

  /** Tenants on some machines whose terms have ended and are still written down as active. */
  tenantsWithTermsEnded(ctx: Context, there: ShardScope): Promise<string[]> {
    return this.subscriptions.tenantsWithDue(ctx, there);
  }

  /** Of which subscriptions of the tenant a charge is due. */
  chargesDue(ctx: Context): Promise<string[]> {
    return this.subscriptions.chargesDue(ctx);
  }

  /**
   * Claims the charge of a subscription's next term, of any number of instances by one: the others find that none is due.
   * @param begin makes the payment, with the method that pays @returns it; null where none is due, or the method is not there any more
   */
  async claimCharge<P extends { id: string }>(
    ctx: Context,
    id: string,
    begin: (subscription: Subscription, method: PaymentMethod) => P,
  ): Promise<P | null> {
    const subscription = await this.subscriptions.lockIfExists(ctx, id);
    if (!subscription?.isChargeDue(ctx.now)) return null;
    const method = await this.methods.find(ctx, subscription.renewal_method_id ?? '');
    if (!method) {
      await this.stopRenewing(ctx, [subscription]);
      return null;
    }
    const payment = begin(subscription, method);
    subscription.claimCharge(payment.id);
    this.subscriptions.save(ctx, subscription, 'charge');
    return payment;
  }

  /** Counts a charge that was refused. @param wasTried false: the gateway was never asked */
  async chargeRefused(ctx: Context, id: string, refused: CountedMoney, wasTried: boolean): Promise<void> {
    const subscription = await this.subscriptions.lockReferenced(ctx, 'subscription_id', id);
    if (subscription.renewal_payment_id !== refused.payment_id) return;
    subscription.chargeRefused(ctx.now, wasTried);
    this.subscriptions.save(ctx, subscription, 'refuse_charge');
    const isOver = subscription.status === 'expired';
    if (wasTried) this.entries.enter(ctx, subscription, isOver ? 'expired' : 'renewal_refused', refused);
    if (isOver) await this.followPlan(ctx);
  }

  /** A stored method renews a subscription from now on; none that is cancelled. */
  async renewWith(ctx: Context, id: string, method_id: string): Promise<void> {
    const subscription = await this.subscriptions.lockReferenced(ctx, 'subscription_id', id);
    if (subscription.status === 'cancelled') return;
    subscription.payWith({ payment_method_id: method_id });
    subscription.renewBy(method_id, ctx.now);
    this.subscriptions.save(ctx, subscription);
    await this.followPlan(ctx);
  }

  /** A stored method was deleted: what it renews ends with its term. Locks in the packet of the caller's lock. */
  async methodRemoved(ctx: Context, method_id: string): Promise<void> {
    await this.stopRenewing(ctx, await this.subscriptions.lockRenewedBy(ctx, method_id));
  }

  private async stopRenewing(ctx: Context, subscriptions: readonly Subscription[]): Promise<void> {
    for (const subscription of subscriptions) {
      subscription.renewBy(null, ctx.now);
      this.subscriptions.save(ctx, subscription, 'stop_renewing');
    }
    if (subscriptions.length > 0) await this.followPlan(ctx);
  }

  /** Whether a stored method of the tenant pays for it from now on; every other text is kept, and charges nothing. */
  private async renew(ctx: Context, subscription: Subscription): Promise<void> {
    const { payment_method_id } = subscription;
    const method = payment_method_id === null ? null : await this.methods.find(ctx, payment_method_id);
    subscription.renewBy(method?.id ?? null, ctx.now);
  }

  /** @returns what a payment request could have asked for before; null where nothing is counted */
  private async settle(
    ctx: Context,
    id: string,
    { kind, action, money: counted }: { kind: SubscriptionEntryKind; action: string; money: PaidMoney },
    verb: (subscription: Subscription) => void,
  ): Promise<number | null> {
    const subscription = await this.subscriptions.lockReferenced(ctx, 'subscription_id', id);
    // Nothing is converted.
    if (subscription.currency !== counted.currency) return null;
    const before = subscription.ends_at?.getTime();
    const open = subscription.openAt(ctx.now);
    verb(subscription);
    // Paid, and not enough for a term: it is tried again as one that was refused.
    if (subscription.renewal_payment_id === counted.payment_id) subscription.chargeRefused(ctx.now, true);
    this.subscriptions.save(ctx, subscription, action);
    this.entries.enter(ctx, subscription, kind, counted);
    if (before !== subscription.ends_at?.getTime()) await this.followPlan(ctx);
    return open;
  }

  /** The tenant's plan is that of its newest subscription in force, starter without one; bought once is perpetual. */
  private async followPlan(ctx: Context): Promise<void> {
    // In one packet: the subscriptions are read after the tenant is locked.
    const locked = this.tenants.lockIfExists(ctx, ctx.tenant_id);
    const [tenant, steps] = await Promise.all([locked, this.subscriptions.plansAhead(ctx)]);
    if (!tenant) return;
    tenant.followPlan(steps, ctx.now);
    this.tenants.save(ctx, tenant, 'follow_plan');
  }

  /** A subscription and its open payment request, locked in one packet. */
  private lockWithRequest(ctx: Context, id: string): Promise<[Subscription, PaymentRequest | null]> {
    return Promise.all([this.subscriptions.lock(ctx, id), this.requests.lockOpen(ctx, 'subscription', id)]);
  }

  /** Where a subscription is: with the actor's own tenant, one that the actor created, or any for the operator. */
  private where<T>(ctx: Context, id: string, work: (there: Context) => Promise<T>): Promise<T> {
    return this.reach.at(ctx, (among) => this.subscriptions.tenantOf(ctx, id, among), work);
  }
}
