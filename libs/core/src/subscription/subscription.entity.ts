import { Entity } from 'typeorm';
import { columns, conflict, money } from '@usaha/shared';
import { planTypes, type PlanType } from '../tenant/tenant.entity.js';
import { planNamed, planTypeOf, plans, type BillingCycle } from './plans.js';
import { TermAccount } from './term-account.js';
import { messages, statusWords } from '../messages.js';

export { subscriptionStatuses, type SubscriptionStatus } from './term-account.js';

/** What may be said of a plan: its type, or the id under which it was asked for. */
export interface PlanChange {
  plan_type?: PlanType;
  plan_id?: string;
  billing_cycle?: BillingCycle;
}

const DAY_MS = 86_400_000;
/** After how many days of the end a refused renewal is tried again. */
const RETRY_DAYS = [1, 3, 5] as const;

/** How it is paid: a text on one surface, the id of a payment method on the other. Neither is checked. */
export interface PaymentMeans {
  payment_method?: string | null;
  payment_method_id?: string | null;
}

/**
 * A tenant's subscription to a plan. There may be several. It is active from its creation and expired once
 * `ends_at` has passed: that is judged when it is looked at (`statusAt`), and written down by housekeeping.
 */
@Entity({ schema: 'core', name: 'subscriptions' })
export class Subscription extends TermAccount {
  @columns.choice(planTypes) plan_type!: PlanType;
  /** As it was sent; the plan's type where that was sent. */
  @columns.text() plan_id!: string;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.text({ nullable: true }) payment_method_id: string | null = null;
  /** Keys of modules; for information. */
  @columns.list() modules: string[] = [];
  @columns.count() module_limit!: number;
  @columns.count() user_limit!: number;
  @columns.object() features!: Readonly<Record<string, unknown>>;

  /** A new one, running from now; its first term runs before it is paid. */
  static begin(plan_id: string, billing_cycle: BillingCycle, now: Date): Subscription {
    const subscription = new Subscription();
    subscription.plan_id = plan_id;
    subscription.setPlan(planTypeOf(plan_id), billing_cycle);
    subscription.begin(now);
    return subscription;
  }

  /** How it is paid, in one word: at most one of the two is set. */
  get means(): string | null {
    return this.payment_method ?? this.payment_method_id;
  }

  /**
   * Another plan or cycle takes effect at once: price, limits and features are the new one's, and unused paid time buys time of it
   * . A plan id that names no plan is kept, and changes nothing else. The same plan and cycle change nothing.
   * @returns whether anything was changed @throws conflict for another plan or cycle of one that is cancelled or expired
   */
  change(changes: PlanChange, now: Date): boolean {
    this.refuseOnceEnded(changes, now);
    const { plan_type, plan_id } = changes;
    const before = { plan_id: this.plan_id, plan_type: this.plan_type, billing_cycle: this.billing_cycle };
    let type = this.plan_type;
    if (plan_type !== undefined && plan_type !== type) this.plan_id = type = plan_type;
    if (plan_id !== undefined && plan_id !== this.plan_id) {
      this.plan_id = plan_id;
      type = planNamed(plan_id) ?? type;
    }
    const cycle = changes.billing_cycle ?? this.billing_cycle;
    const isRepriced = before.plan_type !== type || before.billing_cycle !== cycle;
    if (isRepriced) this.reprice(now, () => this.setPlan(type, cycle));
    return isRepriced || before.plan_id !== this.plan_id;
  }

  /** Modules that it is meant for; what is absent stays. */
  include(modules: readonly string[] | undefined): void {
    if (modules) this.modules = [...modules];
  }

  /** The means stated on one surface replace those of the other; shown means that come back change nothing. */
  payWith({ payment_method, payment_method_id }: PaymentMeans): void {
    if (payment_method !== undefined && payment_method !== this.means) {
      this.payment_method = payment_method;
      this.payment_method_id = null;
    }
    if (payment_method_id !== undefined && payment_method_id !== this.payment_method_id) {
      this.payment_method_id = payment_method_id;
      this.payment_method = null;
    }
  }

  /** Ends it at once; `ends_at` stays, the end of the term that was paid. @throws conflict unless it is active */
  cancel(now: Date): void {
    const status = this.statusAt(now);
    if (status !== 'active') throw conflict('status', messages.subscriptionNotActive({ status: statusWords[status] }));
    this.status = 'cancelled';
    this.renews_at = null;
    this.cancelled_at = now;
    this.scheduleCharge();
  }

  /**
   * Whether it is renewed, and by which stored method. A new one is tried at once where the term has ended meanwhile; without
   * one it expires then.
   */
  renewBy(method_id: string | null, now: Date): void {
    if (method_id === this.renewal_method_id) return;
    // An expired one stays so: a method alone revives nothing.
    this.expire(now);
    this.renewal_method_id = method_id;
    if (method_id === null || this.renews_at === null) this.next_charge_at = null;
    else if (this.renewal_payment_id === null) this.next_charge_at = this.hasEnded(now) ? now : this.renews_at;
  }

  isChargeDue(now: Date): boolean {
    return this.status === 'active' && this.next_charge_at !== null && this.next_charge_at <= now;
  }

  /** The price of the next term, and what is owed from before: with less nothing would be renewed. */
  chargeAmount(now: Date): number {
    return Math.max(this.amount, this.outstandingAt(now));
  }

  /**
   * The amount that a payment request may ask for, in `currency`: what is owed of the running term, else the rest of the price of the
   * next one. 0 where nothing more can be bought.
   */
  openAt(now: Date): number {
    const status = this.statusAt(now);
    if (status === 'cancelled' || this.isPaidForAll) return 0;
    const owed = this.outstandingAt(now);
    if (status === 'active' && owed > 0) return owed;
    return Math.max(0, money.add(this.amount, money.times(this.amount, this.terms_paid), -this.paid_amount));
  }

  /** When the term begins that `openAt` is for. */
  openFrom(now: Date): Date {
    if (this.statusAt(now) === 'expired') return now;
    const isRunning = this.outstandingAt(now) > 0 && !this.hasEnded(now);
    return isRunning ? this.counted_from : (this.ends_at ?? this.starts_at);
  }

  /** A charge is on its way: no other is begun until it has its outcome. */
  claimCharge(payment_id: string): void {
    this.next_charge_at = null;
    this.renewal_payment_id = payment_id;
  }

  /**
   * The charge was refused: it is tried again 1, 3 and 5 days after the term has ended, and then the subscription expires.
   * @param wasTried false: the gateway was never asked, and it is tried again at once
   */
  chargeRefused(now: Date, wasTried: boolean): void {
    this.renewal_payment_id = null;
    if (!wasTried) {
      this.next_charge_at = now;
      return;
    }
    this.refused_charges += 1;
    const due = this.renews_at?.getTime() ?? 0;
    const next = RETRY_DAYS.map((days) => new Date(due + days * DAY_MS)).find((at) => at > now);
    this.next_charge_at = next ?? null;
    if (next) return;
    this.status = 'expired';
    this.renews_at = null;
  }

  /** Writes down that the term has ended. */
  expire(now: Date): void {
    this.status = this.statusAt(now);
    if (this.status === 'expired') this.renews_at = this.next_charge_at = null;
  }

  /** The name of a plan is the same in any case. */
  private refuseOnceEnded(changes: PlanChange, now: Date): void {
    const status = this.statusAt(now);
    if (status === 'active') return;
    for (const field of ['plan_type', 'plan_id', 'billing_cycle'] as const)
      if (changes[field] !== undefined && changes[field].toLowerCase() !== this[field].toLowerCase())
        throw conflict(field, messages.subscriptionEnded({ status: statusWords[status] }));
  }

  /** Price, limits and features of the plan as they are now. */
  private setPlan(plan_type: PlanType, billing_cycle: BillingCycle): void {
    const { amount, module_limit, user_limit, features } = plans[plan_type];
    Object.assign(this, { plan_type, billing_cycle, amount: amount[billing_cycle] });
    Object.assign(this, { module_limit, user_limit, features });
  }
}
