import { MAX_MONEY, TenantRecord, columns, money, toSen } from '@usaha/shared';
import { timeBought, timeLeft, unusedValue, type CarriedTime } from './paid-time.js';
import { billingCycles, type BillingCycle } from './plans.js';
import { cyclesBetween, mostTerms, termEnd } from './term.js';

/** pending is the contract's word and unused (§13). */
export const subscriptionStatuses = ['active', 'cancelled', 'expired', 'pending'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

const earlier = (one: Date, other: Date | null) => (other && other < one ? other : one);

/** How a row of terms begins. */
interface Row {
  from: Date;
  /** Money that no term and no time was bought with so far. */
  credit: number;
  /** Terms that run before they are paid: 0 or 1. */
  granted: number;
  /** Where the row of months began that it continues, where that is before `from`. */
  anchor?: Date;
  carried?: { value: number; from: Date };
}

/**
 * The money of a subscription and the time that it buys. Terms follow one another without a gap in a row, which begins with the
 * subscription, with a change of plan or cycle, or with the payment that revives an expired one. Of what was received, the part
 * that is neither in `carried_amount` nor in `paid_amount` is consumed.
 */
export abstract class TermAccount extends TenantRecord {
  @columns.choice(billingCycles) billing_cycle!: BillingCycle;
  /** As it was last written: `statusAt` knows whether the term has ended since. */
  @columns.choice(subscriptionStatuses) status: SubscriptionStatus = 'active';
  @columns.instant() starts_at!: Date;
  /** null: without end. */
  @columns.instant({ nullable: true }) ends_at: Date | null = null;
  @columns.instant({ nullable: true }) renews_at: Date | null = null;
  /** Price of one cycle in `currency`, as it was when the plan was last chosen. */
  @columns.money() amount!: number;
  @columns.text() currency = 'MYR';
  /** Paid and not given back in all, in `currency`. */
  @columns.money({ default: 0 }) received_amount = 0;
  /** The part of it that is for whole terms from `counted_from` on; below zero when more was given back. */
  @columns.money() paid_amount = 0;
  /** Terms from `counted_from` on that were paid for, the running one included. */
  @columns.count() terms_paid = 0;
  /** Terms from `counted_from` on that run before they are paid: 0 or 1. */
  @columns.count({ default: 1 }) granted_terms = 1;
  /** Where the whole terms of the row begin; where carried time ends. */
  @columns.instant() counted_from!: Date;
  /** Where the row of months began whose day terms end on, where that is before `counted_from`: a renewal goes on from the 28th. */
  @columns.instant({ nullable: true }) anchored_at: Date | null = null;
  /** Value of the time that a change of plan carried over: from `carried_from` to `counted_from`. */
  @columns.money({ default: 0 }) carried_amount = 0;
  @columns.instant({ nullable: true }) carried_from: Date | null = null;
  /** Payments of this instant and later pay for time since it was last active; those before it, for time that is over. */
  @columns.instant() money_from!: Date;

  /** The stored method of this tenant that renews it; null: nothing is charged. */
  @columns.uuid({ nullable: true }) renewal_method_id: string | null = null;
  /** When the next charge is due; null where none is, or one is on its way. */
  @columns.instant({ nullable: true }) next_charge_at: Date | null = null;
  /** The payment that is on its way. */
  @columns.uuid({ nullable: true }) renewal_payment_id: string | null = null;
  /** How many charges of the next term were refused. */
  @columns.count({ default: 0 }) refused_charges = 0;

  /** While a renewal is tried it stays active beyond its end. */
  statusAt(now: Date): SubscriptionStatus {
    const isOver = this.hasEnded(now) && this.renewal_method_id === null;
    return this.status === 'active' && isOver ? 'expired' : this.status;
  }

  /** Whether its term has ended and the charge of the next was refused; it is tried again. */
  isPastDueAt(now: Date): boolean {
    return this.status === 'active' && this.hasEnded(now) && this.refused_charges > 0;
  }

  /** When it is renewed; null unless it is active. */
  renewsAt(now: Date): Date | null {
    return this.statusAt(now) === 'active' ? this.renews_at : null;
  }

  /** The amount that is owed for the running term, in `currency`; carried time counts as paid. */
  outstandingAt(now: Date): number {
    if (this.status === 'cancelled') return 0;
    const isOwed = this.statusAt(now) === 'active' && !this.isPaidAt(now);
    return Math.max(0, money.add(isOwed ? this.amount : 0, -this.credit));
  }

  /** Whether the time that runs now was paid for. */
  isPaidAt(now: Date): boolean {
    if (this.hasEnded(now)) return false;
    return this.terms_paid > 0 || (this.carried_from !== null && this.counted_from > now);
  }

  /** Bought once and for all, and paid: there is nothing more to pay. */
  get isPaidForAll(): boolean {
    return this.billing_cycle === 'one_time' && this.terms_paid > 0;
  }

  /** The unused value of all that was received: time, and money that has bought none. */
  valueLeft(now: Date): number {
    return money.add(this.unusedAt(now), this.credit);
  }

  /**
   * Counts a completed payment: partial ones add up; the first that covers `amount` pays the running term, and
   * every further `amount` adds a term, counted from `ends_at`. Once expired there is no running term: then each
   * `amount` adds a term from now, and it is active again. For a cancelled one it is only kept as credit.
   * @param amount in `currency`, above 0
   */
  applyPayment(amount: number, now: Date): void {
    this.receive(amount);
    if (this.status === 'cancelled') return;
    if (this.hasEnded(now)) {
      this.revive(now);
      return;
    }
    const covered = this.termsFor(this.paid_amount);
    if (covered <= this.terms_paid) return;
    const added = covered - Math.max(this.granted_terms, this.terms_paid);
    this.terms_paid = covered;
    if (added > 0 && this.ends_at) this.endAt(this.termsAfter(this.ends_at, added));
  }

  /**
   * Counts what was given back: the time that it bought is taken back, the last first, and never before now. Time that is
   * over is paid for again before a further payment adds any: paying, taking back and paying again gains nothing.
   * @param amount in `currency`, above 0 @param paid_at when the payment was begun: what paid for time of before stays as it is
   */
  takeBack(amount: number, paid_at: Date, now: Date): void {
    this.received_amount = Math.max(money.add(this.received_amount, -amount), -MAX_MONEY);
    if (paid_at < this.money_from) return;
    const before = { terms: this.terms_paid, unused: this.unusedAt(now) };
    this.paid_amount = Math.max(money.add(this.paid_amount, -amount), -MAX_MONEY);
    if (this.hasEnded(now)) return;
    const covered = Math.max(0, this.termsFor(this.paid_amount));
    if (covered < before.terms) this.shorten(covered, before, now);
    else if (this.credit < 0) this.shortenCarried(now);
  }

  /** Begins the first row, which runs before it is paid. */
  protected begin(now: Date): void {
    this.starts_at = this.money_from = now;
    this.startRow({ from: now, credit: 0, granted: 1 });
  }

  /**
   * Another price or cycle takes effect now: unused time buys time of the new one, and nothing ends before now.
   * @param set gives price and cycle
   */
  protected reprice(now: Date, set: () => void): void {
    // A debt lessens the carried value.
    const owed = Math.min(0, this.credit);
    const unused = Math.max(0, money.add(this.unusedAt(now), owed));
    const credit = money.add(this.valueLeft(now), -unused);
    const isCarried = this.billing_cycle !== 'one_time' && this.isPaidAt(now) && (unused > 0 || owed === 0);
    const due = this.hasEnded(now) ? this.ends_at : null;
    const { anchor } = this;
    set();
    if (this.billing_cycle === 'one_time') this.startRow({ from: now, credit: money.add(credit, unused), granted: 1 });
    else if (due) this.startRow({ from: due, credit, granted: 0, anchor });
    else if (isCarried) this.carry(timeBought(unused, this.amount, this.billing_cycle, now), credit, now);
    else this.startRow({ from: this.firstTermFrom(now), credit, granted: 1 });
  }

  protected endAt(end: Date | null): void {
    this.ends_at = end;
    this.renews_at = this.status === 'active' ? end : null;
    this.scheduleCharge();
  }

  /** A charge is due when the term ends, where a stored method renews it. */
  protected scheduleCharge(): void {
    this.refused_charges = 0;
    this.renewal_payment_id = null;
    this.next_charge_at = this.renewal_method_id === null ? null : this.renews_at;
  }

  /** Whether the last term has ended; it may still be active while its renewal is tried. */
  protected hasEnded(now: Date): boolean {
    return this.ends_at !== null && this.ends_at <= now;
  }

  /** Money that has bought no term. */
  private get credit(): number {
    return money.add(this.paid_amount, -money.times(this.amount, this.terms_paid));
  }

  private receive(amount: number): void {
    this.received_amount = Math.min(money.add(this.received_amount, amount), MAX_MONEY);
    this.paid_amount = Math.min(money.add(this.paid_amount, amount), MAX_MONEY);
  }

  /** A further term of one whose last has ended, where the money is enough: from its end while it is active, otherwise from now. */
  private revive(now: Date): void {
    const { credit, ends_at } = this;
    const terms = this.termsFor(credit);
    if (terms < 1 || !ends_at) return;
    const goesOn = this.statusAt(now) === 'active';
    const end = this.termsAfter(ends_at, terms);
    if (!goesOn) this.money_from = ends_at;
    this.status = 'active';
    const continued = goesOn && end && end > now ? { from: ends_at, anchor: this.anchor } : { from: now };
    this.startRow({ ...continued, credit, granted: 0 });
  }

  private startRow({ from, credit, granted, anchor, carried }: Row): void {
    this.paid_amount = credit;
    this.counted_from = from;
    this.anchored_at = anchor && anchor < from ? anchor : null;
    this.granted_terms = granted;
    this.carried_amount = carried?.value ?? 0;
    this.carried_from = carried?.from ?? null;
    this.terms_paid = Math.max(0, this.termsFor(credit));
    this.endAt(this.termsAfter(from, Math.max(granted, this.terms_paid)));
  }

  private carry({ value, until, rest }: CarriedTime, credit: number, now: Date): void {
    this.startRow({ from: until, credit: money.add(credit, rest), granted: 0, carried: { value, from: now } });
  }

  /** Where a term begins that is not paid: with the subscription where it ends in the future, otherwise now. */
  private firstTermFrom(now: Date): Date {
    const first = termEnd(this.starts_at, this.billing_cycle, 1);
    return first && first > now ? this.starts_at : now;
  }

  /** Takes terms back that are not covered any more. */
  private shorten(covered: number, before: { terms: number; unused: number }, now: Date): void {
    if (!this.ends_at) {
      this.terms_paid = covered;
      return;
    }
    const [given, kept] = [Math.max(this.granted_terms, before.terms), Math.max(this.granted_terms, covered)];
    const end = kept === 0 ? this.counted_from : this.termsAfter(this.ends_at, kept - given);
    if (end && end > now) {
      this.terms_paid = covered;
      this.endAt(end);
      if (this.credit < 0) this.shortenCarried(now);
    } else this.cut(covered, before, now);
  }

  /** Ends the row now: what is left after the consumed part of its terms buys time; less than nothing is owed. */
  private cut(covered: number, before: { terms: number; unused: number }, now: Date): void {
    const consumed = money.add(money.times(this.amount, before.terms), -before.unused);
    // A first term that is not paid any more was granted, as it was at first.
    const granted = covered === 0 ? money.times(this.amount, this.granted_terms) : 0;
    const left = money.add(this.paid_amount, -Math.max(0, money.add(consumed, -granted)));
    const bought = left > 0 ? timeBought(left, this.amount, this.billing_cycle, now) : null;
    if (!bought) this.startRow({ from: now, credit: left, granted: 0 });
    // The month that begins now may be longer than the one that is cut.
    else this.carry({ ...bought, until: earlier(bought.until, this.ends_at) }, 0, now);
  }

  /** Pays what is missing with carried time, as far as it has not run. */
  private shortenCarried(now: Date): void {
    if (!this.carried_from || this.counted_from <= now) return;
    const unused = this.unusedAt(now);
    const taken = Math.min(unused, -this.credit);
    const left = money.add(unused, -taken);
    const credit = money.add(this.credit, taken);
    if (left > 0) this.carry(timeLeft({ unused, left, to: this.counted_from }, now), credit, now);
    else this.startRow({ from: now, credit, granted: 0 });
  }

  /** The value of paid time that has not run yet; none of one without an end, which has no length. */
  private unusedAt(now: Date): number {
    const { carried_from, carried_amount: value, counted_from, amount, ends_at } = this;
    let unused = carried_from ? unusedValue({ value, from: carried_from, to: counted_from }, now) : 0;
    if (!ends_at || ends_at <= now) return unused;
    const whole = Math.min(this.terms_paid, cyclesBetween(now, ends_at, this.billing_cycle));
    unused = money.add(unused, money.times(amount, whole));
    let to = whole === 0 ? ends_at : this.beginOf(this.terms_paid - whole + 1, ends_at);
    for (let term = this.terms_paid - whole; term > 0 && to > now; term -= 1) {
      const from = term === 1 ? counted_from : this.beginOf(term, ends_at);
      unused = money.add(unused, unusedValue({ value: amount, from, to }, now));
      to = from;
    }
    return unused;
  }

  private beginOf(term: number, ends_at: Date): Date {
    return this.termsAfter(ends_at, term - 1 - this.terms_paid) as Date;
  }

  /** Terms of this row before or after its end: none changes its length when others are added, also after a short month. */
  private termsAfter(end: Date, terms: number): Date | null {
    return termEnd(end, this.billing_cycle, terms, this.anchor);
  }

  private get anchor(): Date {
    return this.anchored_at ?? this.counted_from;
  }

  /** How many terms an amount is enough for; below zero where it is. */
  private termsFor(amount: number): number {
    return Math.min(Number(toSen(amount) / toSen(this.amount)), mostTerms[this.billing_cycle]);
  }
}
