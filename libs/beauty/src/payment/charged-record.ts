import { ErasableRecord } from '@usaha/core';
import { columns, conflict, fieldMessages, invalid, money } from '@usaha/shared';
import { messages } from './payment.messages.js';
import type { AppointmentPayment, RefundedLine } from './appointment-payment.entity.js';

/** One entry of a ledger of payments, before it has its number. */
export type Movement = Pick<AppointmentPayment, 'position' | 'kind' | 'purpose' | 'amount' | 'balance'> &
  Partial<Pick<AppointmentPayment, 'lines'>>;

/** Payment statuses that follow the amounts when these change. */
const following: readonly string[] = ['paid', 'partially_paid'];

/** Amounts charged, paid and refunded for an appointment, in MYR; the tax is within the prices. */
export abstract class ChargedRecord extends ErasableRecord {
  /** The sum of the lines' prices (A-109). */
  @columns.money() total_price = 0;
  /** The amount charged at completion; null until then, and the total price counts. */
  @columns.money({ nullable: true }) total_amount: number | null = null;
  /** What policies of the tenant took off at completion. */
  @columns.money() discount_amount = 0;
  /** What packages of the client pay: the prices of the lines that they are redeemed for. */
  @columns.money() package_amount = 0;
  /** Received less given back: the sum of the payments' ledger (A-245). */
  @columns.money() amount_paid = 0;
  @columns.money() amount_refunded = 0;
  /** The refund when it was cancelled, as sent. */
  @columns.money({ nullable: true }) refund_amount: number | null = null;
  /** pending, partially_paid, paid and refunded are ours; any other text is kept as sent. */
  @columns.text() payment_status = 'pending';
  /** Any text, without numbers of cards. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** `true`, `false` or an amount in MYR, as it was sent when it was completed. */
  @columns.object({ nullable: true }) payment_received: boolean | number | null = null;
  /** How many entries its ledger of payments has. */
  @columns.count() payment_entries = 0;
  /** Whether money was given back since it was completed: what counts then is what was kept. */
  @columns.flag({ default: false }) refunded_after_completion = false;

  /** Whether it is completed: only then does it bring something. */
  abstract get is_completed(): boolean;

  /** What each line brings of `revenue`, MYR. */
  abstract get shares(): number[];

  /** @param credited what is taken off what it brings @param rest what was no part of that @param parts `shares` before */
  protected abstract refundedLines(credited: number, rest: number, parts: readonly number[]): RefundedLine[];

  /** The amount to be paid: the charged amount, until then the prices of lines that no package pays for. */
  get charged(): number {
    return this.total_amount ?? money.add(this.total_price, -this.package_amount);
  }

  /** What can still be received for it. */
  get open(): number {
    return Math.max(0, money.add(this.charged, -this.amount_paid));
  }

  /**
   * What counts of it once it is completed: what was charged; after a refund no more than what is still paid. Money that was
   * given back before the completion changes nothing.
   */
  get revenue(): number {
    return this.refunded_after_completion ? Math.min(this.charged, this.amount_paid) : this.charged;
  }

  /**
   * Sets the stated payment status: `paid` receives what is open, `refunded` gives back what was paid, every other
   * text moves nothing, and neither does the status that it has. @returns what was moved
   */
  sayPayment(payment_status: string): Movement[] {
    if (payment_status === this.payment_status) return [];
    this.payment_status = payment_status;
    if (payment_status === 'paid') return this.receive(this.open);
    return payment_status === 'refunded' ? this.giveBack(this.amount_paid) : [];
  }

  /**
   * Takes in a payment, which is no more than is open. An appointment that names no payment method takes that of its first payment.
   * @returns what was moved
   */
  pay(amount: number, payment_method: string | null = null): Movement[] {
    const moved = this.receive(amount);
    this.payment_method ??= payment_method;
    this.payment_status = this.statusByAmounts;
    return moved;
  }

  /** Takes in a tip, which is no part of what the visit costs. @returns what was moved */
  tip(amount: number): Movement {
    return { position: ++this.payment_entries, kind: 'tip', purpose: 'tip', amount, balance: this.open };
  }

  /** Follows a changed charge: paid and partially_paid change with it, other statuses stay. */
  followAmounts(): void {
    if (following.includes(this.payment_status)) this.payment_status = this.statusByAmounts;
  }

  /**
   * What it costs after all, and what is received now: `true` all that is open, a number up to what is open, for the rest
   * is change. @returns what was moved
   */
  settle(total_amount: number, received: boolean | number | null): Movement[] {
    this.total_amount = total_amount;
    this.payment_received = received;
    const given = received === true ? this.open : received === false ? 0 : (received ?? 0);
    return this.pay(money.round(Math.min(given, this.open)));
  }

  /**
   * The refund of a cancelled visit. Where no payment was recorded, deposits may have been taken elsewhere:
   * then it counts as received, too. @param sent null where nothing was said @returns what was moved
   * @throws invalid below 0, and above what was paid or, without a payment, the total price
   */
  refund(sent: number | null): Movement[] {
    if (sent === null) {
      this.refund_amount = null;
      return [];
    }
    const amount = money.within('refund_amount', sent);
    const isRecorded = this.amount_paid > 0 || this.amount_refunded > 0;
    const most = isRecorded ? this.amount_paid : this.total_price;
    if (amount > most) throw invalid('refund_amount', messages.refundTooLarge({ amount, most }));
    this.refund_amount = amount;
    if (amount === 0) return [];
    const received = isRecorded ? [] : this.receive(amount);
    this.payment_status = 'refunded';
    return [...received, ...this.giveBack(amount)];
  }

  /**
   * Gives back a part of what is held, or all of it. Nothing more is asked for what is given back after the completion.
   * @param sent MYR; null is all that is held
   * @throws conflict where nothing is held; invalid below 0.01 and above what is held
   */
  giveBackPart(sent: number | null): Movement[] {
    const most = this.amount_paid;
    if (most === 0) throw conflict('amount', messages.nothingHeld());
    const amount = money.within('amount', sent ?? most);
    if (amount <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    if (amount > most) throw invalid('amount', messages.amountBeyondHeld({ amount, most }));
    const moved = this.giveBack(amount);
    if (this.amount_paid === 0) this.payment_status = 'refunded';
    else if (!this.is_completed) this.followAmounts();
    return moved;
  }

  /** It is not completed any more, or was completed by hand: its prices count again. */
  chargeByPrices(): void {
    this.total_amount = null;
    this.discount_amount = 0;
    this.refunded_after_completion = false;
  }

  private get statusByAmounts(): string {
    if (this.amount_paid >= this.charged) return 'paid';
    return this.amount_paid > 0 ? 'partially_paid' : 'pending';
  }

  private get purpose(): 'visit' | 'deposit' {
    return this.is_completed ? 'visit' : 'deposit';
  }

  private receive(amount: number): Movement[] {
    if (amount === 0) return [];
    this.amount_paid = money.add(this.amount_paid, amount);
    const { purpose, open: balance } = this;
    return [{ position: ++this.payment_entries, kind: 'payment', purpose, amount, balance }];
  }

  /** Nothing more is asked for what was given back: nothing remains to be paid. */
  private giveBack(amount: number): Movement[] {
    if (amount === 0) return [];
    const { purpose } = this;
    const before = this.revenue;
    const parts = this.shares;
    this.amount_paid = money.add(this.amount_paid, -amount);
    this.amount_refunded = money.within('amount_refunded', money.add(this.amount_refunded, amount));
    this.refunded_after_completion ||= this.is_completed;
    // The unpaid part counts no more either, but was not given back.
    const credited = this.is_completed ? Math.min(amount, money.add(before, -this.revenue)) : 0;
    const lines = this.refundedLines(credited, money.add(amount, -credited), parts);
    return [{ position: ++this.payment_entries, kind: 'refund', purpose, amount, balance: 0, lines }];
  }
}
