import { Entity } from 'typeorm';
import { TenantRecord, columns, conflict, fieldMessages, invalid, money } from '@usaha/shared';
import { nextAsking, nextAskingUnanswered } from './asking-schedule.js';
import { gatewayNames, type GatewayName } from './gateway-account.js';
import { EXPIRED, NOT_CARRIED_OUT, type Waiting } from './outcome.js';
import type { BegunAttempt } from '../payment-request/payable-source.js';
import type { Refund } from './refund.entity.js';
import { statusWords } from '../messages.js';
import { messages } from './payment.messages.js';

/** All payments here are charges, and what is given back a refund within them; the others are the contract's words and unused. */
export const paymentTypes = ['charge', 'refund', 'credit', 'adjustment'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What a payer who is waited for needs. */
export interface WaitingFor {
  method: string;
  /** Payload of an EMV QR code. */
  qr: string | null;
  redirect_url: string | null;
  /** ISO 8601. */
  expires_at: string;
}

/** Fields of a payment that clients may set; null is no statement. */
export type PaymentTold = Pick<Payment, 'amount'> & {
  [F in 'currency' | 'description' | 'metadata']?: Payment[F] | null;
};

/**
 * One attempt to take money, kept with any outcome. It is pending from before the gateway is asked until its answer is
 * written down, which a crash may put off (DESIGN: two transactions). Its id is the gateway's idempotency key.
 */
@Entity({ schema: 'core', name: 'payments' })
export class Payment extends TenantRecord {
  @columns.uuid({ nullable: true }) subscription_id: string | null = null;
  @columns.choice(paymentTypes) type: PaymentType = 'charge';
  /** In `currency`, above 0. */
  @columns.money() amount!: number;
  /** Three letters (ISO 4217); nothing is ever converted. */
  @columns.text() currency = 'MYR';
  @columns.choice(paymentStatuses) status: PaymentStatus = 'pending';
  /** As it was sent, or the type of the stored method. */
  @columns.text() payment_method!: string;
  @columns.uuid({ nullable: true }) payment_method_id: string | null = null;
  /** Whether the service itself began it, to renew a subscription. */
  @columns.flag({ default: false }) is_renewal = false;
  /** The tenant whose stored method pays, where it is not this one: the creator's or the operator's. */
  @columns.uuid({ nullable: true }) payer_tenant_id: string | null = null;
  /** That method. */
  @columns.uuid({ nullable: true }) payer_method_id: string | null = null;
  @columns.text({ nullable: true, personal: true }) description: string | null = null;
  /** As it was sent, unknown keys too. */
  @columns.object({ personal: true }) metadata: Record<string, unknown> = {};
  /** Given back so far. */
  @columns.money() refunded_amount = 0;
  /** On its way back: refunds that the gateway has not answered yet. */
  @columns.money() reserved_amount = 0;
  /** Why it failed: `declined`, `insufficient_funds`, `expired_card`, `not_charged`, or the gateway's own word. */
  @columns.text({ nullable: true }) failure_reason: string | null = null;
  /** The gateway of the platform's account that takes it: its attempt is asked about there, also once the platform has another. */
  @columns.choice(gatewayNames, { default: 'sandbox' }) gateway: GatewayName = 'sandbox';
  /** The gateway's own id of an attempt that waits. */
  @columns.code({ nullable: true }) gateway_id: string | null = null;
  /** JSON of what a payer who is waited for needs: an address that shows the payment is a secret. null once it has ended. */
  @columns.sealed({ code: true }) sealed_waiting: string | null = null;
  /** When the gateway is asked about it next; null of a payment that never waited, and once it is asked no more. */
  @columns.instant({ nullable: true }) ask_at: Date | null = null;
  /** The payment request whose attempt it is, which asks about it and settles it. */
  @columns.uuid({ nullable: true }) payment_request_id: string | null = null;
  /** Claim of the request's Idempotency-Key: by it a repeated request finds what the first began. */
  @columns.uuid({ nullable: true }) request_key: string | null = null;
  /** In order; those that failed are not among them. */
  refunds: Refund[] = [];

  /** @param request_key see the column @throws invalid for an amount that is not above 0, and for no currency */
  static of(told: PaymentTold, request_key: string | null): Payment {
    const payment = Object.assign(new Payment(), { amount: money.within('amount', told.amount), request_key });
    if (payment.amount <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    payment.currency = currencyOf(told.currency);
    payment.description = told.description ?? null;
    payment.metadata = told.metadata ?? {};
    return payment;
  }

  /** The charge of a subscription's next term with a stored method. @param amount in `currency` */
  static renewalOf(
    subscription_id: string,
    price: { amount: number; currency: string },
    method: { id: string; type: string },
  ): Payment {
    const payment = Payment.of(price, null);
    payment.is_renewal = true;
    payment.payWith(method);
    payment.payFor(subscription_id);
    return payment;
  }

  /** The attempt to pay a payment request of a subscription: its id is the attempt's. */
  static attemptOf(
    { attempt_id, payment_request_id, subject_id, method, gateway, amount }: BegunAttempt,
    now: Date,
  ): Payment {
    const payment = Payment.of({ amount }, null).giveId(now, attempt_id);
    payment.payment_request_id = payment_request_id;
    payment.payWith(method);
    payment.payFor(subject_id);
    payment.chargeAt(gateway);
    return payment;
  }

  /** @param method as it was sent, or a stored one */
  payWith(method: string | { id: string; type: string }): void {
    this.payment_method = typeof method === 'string' ? method : method.type;
    this.payment_method_id = typeof method === 'string' ? null : method.id;
  }

  /** With a stored method of another tenant, whose administrator pays for this one. */
  payFrom(payer_tenant_id: string, method: { id: string; type: string }): void {
    this.payment_method = method.type;
    this.payer_tenant_id = payer_tenant_id;
    this.payer_method_id = method.id;
  }

  /** Names the subscription that is paid for. */
  payFor(subscription_id: string | null): void {
    this.subscription_id = subscription_id;
  }

  /** Those that gave something back, or are about to. */
  show(refunds: Refund[]): void {
    this.refunds = refunds;
  }

  /** The name of the transaction for the outside: the attempt's. */
  get transaction_id(): string {
    return this.id;
  }

  /** What can still be given back. */
  get remaining_amount(): number {
    return money.add(this.amount, -this.refunded_amount, -this.reserved_amount);
  }

  /** Names the gateway that takes it. */
  chargeAt(gateway: GatewayName): void {
    this.gateway = gateway;
  }

  /** What the payer needs, while the payer is waited for. */
  get waiting(): WaitingFor | null {
    return this.sealed_waiting === null ? null : (JSON.parse(this.sealed_waiting) as WaitingFor);
  }

  /** Whether it waits for a payer: settlement leaves it alone, and the gateway is asked about it. */
  get is_waiting(): boolean {
    return this.status === 'pending' && this.ask_at !== null;
  }

  /** Whether money may still come for it: it ended by time alone. */
  get is_open_to_late_money(): boolean {
    return this.status === 'failed' && (this.ask_at !== null || this.payment_request_id !== null);
  }

  /** The gateway waits for the payer. @returns whether that was not known */
  wait(method: string, { gateway_id, qr, redirect_url, expires_at }: Waiting, now: Date): boolean {
    const isNew = this.gateway_id === null;
    this.gateway_id = gateway_id;
    const waiting: WaitingFor = { method, qr, redirect_url, expires_at: expires_at.toISOString() };
    this.sealed_waiting = JSON.stringify(waiting);
    this.ask_at = nextAsking(this.created_at, expires_at, now);
    return isNew;
  }

  /** What the payer needs is shown; the payment request asks the gateway about it. */
  showWaiting(waiting: WaitingFor): void {
    this.sealed_waiting = JSON.stringify(waiting);
  }

  /** An attempt of a payment request took money: how it came, and where the gateway has it. */
  receive(means: string, gateway_id: string | null): void {
    this.payment_method = means;
    this.gateway_id = gateway_id;
  }

  /** The gateway was asked about it, and nothing has changed. */
  askLater(ends_at: Date, now: Date): void {
    this.ask_at = nextAsking(this.created_at, ends_at, now);
  }

  /** The gateway gave no answer. @param ends_at as of `askLater` */
  askUnanswered(ends_at: Date, now: Date): void {
    this.ask_at = nextAskingUnanswered(this.created_at, ends_at, now);
  }

  /** The money was taken; of one that had ended by time alone, after all. */
  complete(): void {
    if (this.is_open_to_late_money) {
      this.status = 'completed';
      this.failure_reason = null;
    } else this.leavePending('completed');
    this.sealed_waiting = this.ask_at = null;
  }

  /** It was not, and will not be; one that waited and ended by time alone is asked about for another day. */
  fail(reason: string, now: Date): void {
    const waited = this.ask_at !== null;
    this.leavePending('failed');
    this.failure_reason = reason;
    this.sealed_waiting = null;
    const mayBePaid = waited && (reason === EXPIRED || reason === NOT_CARRIED_OUT);
    this.ask_at = mayBePaid ? nextAsking(this.created_at, now, now) : null;
  }

  /**
   * Sets an amount aside to be given back, so that no other refund gives it back too.
   * @param amount everything that remains, unless given @returns the amount, to the sen
   * @throws conflict unless it is completed and not all on its way back already, invalid for an amount of 0 or more than remains
   */
  reserve(amount?: number | null): number {
    if (this.status !== 'completed')
      throw conflict('status', messages.onlyCompletedRefunded({ status: statusWords[this.status] }));
    const wanted = amount === undefined || amount === null ? this.remaining_amount : money.within('amount', amount);
    if (wanted <= 0 && (amount === undefined || amount === null)) throw conflict('status', messages.nothingRemains());
    if (wanted <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    if (wanted > this.remaining_amount)
      throw invalid('amount', messages.moreThanRemains({ remaining: this.remaining_amount, wanted }));
    this.reserved_amount = money.add(this.reserved_amount, wanted);
    return wanted;
  }

  /** A reserved amount was given back; with the last of it the payment is refunded. */
  giveBack(amount: number): void {
    this.release(amount);
    this.refunded_amount = money.add(this.refunded_amount, amount);
    if (this.refunded_amount >= this.amount) this.status = 'refunded';
  }

  /** A reserved amount was not given back. */
  release(amount: number): void {
    this.reserved_amount = money.add(this.reserved_amount, -amount);
  }

  private leavePending(status: PaymentStatus): void {
    if (this.status !== 'pending') throw new Error(`A payment that is ${this.status} has its outcome`);
    this.status = status;
  }
}

/** A currency's three letters (ISO 4217), in upper case. */
function currencyOf(text: string | null | undefined): string {
  const currency = (text ?? 'MYR').trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('currency', messages.currencyWrong());
  return currency;
}
