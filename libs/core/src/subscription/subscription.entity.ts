import { Entity } from 'typeorm';
import { MAX_MONEY, TenantRecord, columns, conflict, money, toSen } from '@usaha/shared';
import { planTypes, type PlanType } from '../tenant/tenant.entity.js';
import { billingCycles, planTypeOf, plans, type BillingCycle } from './plans.js';
import { mostTerms, termEnd } from './term.js';
import { messages, statusWords } from '../messages.js';

/** pending is the contract's word and unused (§13). */
export const subscriptionStatuses = ['active', 'cancelled', 'expired', 'pending'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What may be said of a plan: its type, or the id under which it was asked for. */
export interface PlanChange {
  plan_type?: PlanType;
  plan_id?: string;
  billing_cycle?: BillingCycle;
}

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
export class Subscription extends TenantRecord {
  @columns.choice(planTypes) plan_type!: PlanType;
  /** As it was sent; the plan's type where that was sent. */
  @columns.text() plan_id!: string;
  @columns.choice(billingCycles) billing_cycle!: BillingCycle;
  /** As it was last written: `statusAt` knows whether the term has ended since. */
  @columns.choice(subscriptionStatuses) status: SubscriptionStatus = 'active';
  @columns.instant() starts_at!: Date;
  /** null: without end. */
  @columns.instant({ nullable: true }) ends_at: Date | null = null;
  @columns.instant({ nullable: true }) renews_at: Date | null = null;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  /** Price of one cycle in `currency`, as it was when the plan was last chosen. */
  @columns.money() amount!: number;
  @columns.text() currency = 'MYR';
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.text({ nullable: true }) payment_method_id: string | null = null;
  /** Keys of modules; for information. */
  @columns.list() modules: string[] = [];
  @columns.count() module_limit!: number;
  @columns.count() user_limit!: number;
  @columns.object() features!: Readonly<Record<string, unknown>>;
  /** Paid and not given back since `counted_from`, in `currency`; below zero when more was given back. */
  @columns.money() paid_amount = 0;
  /** Terms since `counted_from` that were paid for, the running one included. */
  @columns.count() terms_paid = 0;
  /** Where the unbroken row of terms begins: at `starts_at`, or at the payment that brought it back. */
  @columns.instant() counted_from!: Date;

  /** A new one, running from now; its first term runs before it is paid. */
  static begin(plan_id: string, billing_cycle: BillingCycle, now: Date): Subscription {
    const subscription = new Subscription();
    subscription.plan_id = plan_id;
    subscription.plan_type = planTypeOf(plan_id);
    subscription.billing_cycle = billing_cycle;
    subscription.starts_at = subscription.counted_from = now;
    subscription.reckon();
    return subscription;
  }

  statusAt(now: Date): SubscriptionStatus {
    const isOver = this.ends_at !== null && this.ends_at.getTime() <= now.getTime();
    return this.status === 'active' && isOver ? 'expired' : this.status;
  }

  /** How it is paid, in one word: at most one of the two is set. */
  get means(): string | null {
    return this.payment_method ?? this.payment_method_id;
  }

  /**
   * Another plan or cycle: price, limits, features and dates are computed again, as if it had been so from the beginning
   * . Paid amounts count for as many terms as they buy at the new price. The same plan and cycle change nothing.
   * @throws conflict for another plan or cycle of one that is cancelled or expired
   */
  change(changes: PlanChange, now: Date): void {
    this.refuseOnceEnded(changes, now);
    const { plan_type, plan_id, billing_cycle } = changes;
    const before = { plan_type: this.plan_type, billing_cycle: this.billing_cycle };
    if (plan_type !== undefined && plan_type !== this.plan_type) {
      this.plan_type = plan_type;
      this.plan_id = plan_type;
    }
    if (plan_id !== undefined && plan_id !== this.plan_id) {
      this.plan_id = plan_id;
      this.plan_type = planTypeOf(plan_id);
    }
    this.billing_cycle = billing_cycle ?? this.billing_cycle;
    if (before.plan_type !== this.plan_type || before.billing_cycle !== this.billing_cycle) this.reckon();
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
  }

  /** Writes down that the term has ended. */
  expire(now: Date): void {
    this.status = this.statusAt(now);
  }

  /**
   * Counts a completed payment: partial ones add up; the first that covers `amount` pays the running term, and
   * every further `amount` adds a term, counted from `ends_at`. Once expired there is no running term: then each
   * `amount` adds a term from now, and it is active again. For a cancelled one it is only kept as credit.
   * @param amount in `currency`, above 0
   */
  applyPayment(amount: number, now: Date): void {
    this.paid_amount = Math.min(money.add(this.paid_amount, amount), MAX_MONEY);
    const covered = this.coveredTerms();
    if (this.status === 'cancelled' || covered <= this.terms_paid) return;
    if (this.statusAt(now) === 'expired') this.beginAnew(covered - this.terms_paid, now);
    else this.extend(covered);
  }

  /**
   * Counts what was given back. A term once given is never shortened, and is paid for again before a further payment
   * adds one: paying, taking back and paying again gains nothing.
   * @param amount in `currency`, above 0
   */
  takeBack(amount: number): void {
    this.paid_amount = Math.max(money.add(this.paid_amount, -amount), -MAX_MONEY);
  }

  /** The name of a plan is the same in any case. */
  private refuseOnceEnded(changes: PlanChange, now: Date): void {
    const status = this.statusAt(now);
    if (status === 'active') return;
    for (const field of ['plan_type', 'plan_id', 'billing_cycle'] as const)
      if (changes[field] !== undefined && changes[field].toLowerCase() !== this[field].toLowerCase())
        throw conflict(field, messages.subscriptionEnded({ status: statusWords[status] }));
  }

  private extend(covered: number): void {
    const added = covered - Math.max(1, this.terms_paid);
    this.terms_paid = covered;
    if (added > 0 && this.ends_at) this.endAt(termEnd(this.ends_at, this.billing_cycle, added));
  }

  /** The terms before are over, and the money for them is spent. */
  private beginAnew(terms: number, now: Date): void {
    this.paid_amount = money.add(this.paid_amount, -money.times(this.amount, this.terms_paid));
    this.terms_paid = terms;
    this.counted_from = now;
    this.status = 'active';
    this.endAt(termEnd(now, this.billing_cycle, terms));
  }

  /** Price, limits and features of the plan as they are now, and the dates that follow from what was paid. */
  private reckon(): void {
    const { amount, module_limit, user_limit, features } = plans[this.plan_type];
    Object.assign(this, { amount: amount[this.billing_cycle], module_limit, user_limit, features });
    this.terms_paid = this.coveredTerms();
    this.endAt(termEnd(this.counted_from, this.billing_cycle, Math.max(1, this.terms_paid)));
  }

  private endAt(end: Date | null): void {
    this.ends_at = this.renews_at = end;
  }

  /** How many terms the money is enough for. */
  private coveredTerms(): number {
    const terms = Number(toSen(this.paid_amount) / toSen(this.amount));
    return Math.min(Math.max(0, terms), mostTerms[this.billing_cycle]);
  }
}
