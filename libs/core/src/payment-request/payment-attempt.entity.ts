import { Entity } from 'typeorm';
import { TenantRecord, columns, money } from '@usaha/shared';
import {
  PAYMENT_ATTEMPT_MS,
  nextAsking,
  nextAskingUnanswered,
  nextNightOf,
  nextNightUnanswered,
} from '../payment/asking-schedule.js';
import { gatewayNames, type GatewayAccount, type GatewayName } from '../payment/gateway-account.js';
import type { Attempt } from '../payment/gateway.js';
import {
  EXPIRED,
  NOT_CARRIED_OUT,
  accountModes,
  payMethods,
  type AccountMode,
  type PayMethod,
  type Refused,
  type Succeeded,
  type Waiting,
} from '../payment/outcome.js';
import { isPaidToPlatform } from './payable-source.js';
import type { PaymentRequest } from './payment-request.entity.js';

export const attemptStatuses = ['waiting', 'processing', 'succeeded', 'refused', 'expired', 'abandoned'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** No request waits for the answer of a gateway longer than this number of milliseconds. */
export const ANSWERED_WITHIN_MS = 60_000;

/** By what the gateway says of an attempt without money. */
const endings: Readonly<Record<string, AttemptStatus>> = { [EXPIRED]: 'expired', [NOT_CARRIED_OUT]: 'abandoned' };

/**
 * One way that a payer has chosen to pay a request, at the account that the business had then. Its id is the gateway's
 * reference. It is written before the gateway is asked; `gateway_id` is null until the gateway has answered.
 */
@Entity({ schema: 'core', name: 'payment_attempts' })
export class PaymentAttempt extends TenantRecord {
  @columns.uuid() request_id!: string;
  @columns.choice(payMethods) method!: PayMethod;
  @columns.choice(gatewayNames) gateway!: GatewayName;
  /** Of the business's account; null: the sandbox that a business has by default, or the platform's account. */
  @columns.uuid({ nullable: true }) account_id: string | null = null;
  /** Whether the platform's account takes the money, which pays a subscription. */
  @columns.flag({ default: false }) is_platform = false;
  /** Of the account when it was begun: money of another mode is not booked. */
  @columns.choice(accountModes) mode!: AccountMode;
  /** The gateway's own id of it. */
  @columns.code({ nullable: true }) gateway_id: string | null = null;
  /** MYR: what the request asked for then. */
  @columns.money() amount!: number;
  /** MYR: what of the money it took the request counts; 0 where another amount came than was asked for. */
  @columns.money({ default: 0 }) paid_amount = 0;
  /** MYR: what the gateway has given back of it, and what refunds that are pending give back. */
  @columns.money({ default: 0 }) refunded_amount = 0;
  @columns.money({ default: 0 }) reserved_amount = 0;
  @columns.choice(attemptStatuses) status: AttemptStatus = 'waiting';
  /** Why it has no money, in the words of the gateway. */
  @columns.text({ nullable: true }) reason: string | null = null;
  /** Name of the payment at the gateway. */
  @columns.code({ nullable: true }) reference: string | null = null;
  /** With what it was paid. */
  @columns.text({ nullable: true }) means: string | null = null;
  /** MYR: what the gateway keeps of it; null where it does not say so. */
  @columns.money({ nullable: true }) fee: number | null = null;
  /** MYR: what of its money was not booked; null where none is booked, or another amount came than was asked for. */
  @columns.money({ nullable: true }) unapplied_amount: number | null = null;
  @columns.instant() expires_at!: Date;
  @columns.instant({ nullable: true }) ended_at: Date | null = null;
  /** When the job asks the gateway about it next; null once it is asked no more. */
  @columns.instant({ nullable: true }) ask_at: Date | null = null;
  /** The night in which the gateway is asked again; null while it is live, and after its last night. */
  @columns.instant({ nullable: true }) reconcile_at: Date | null = null;
  /** When a page last made the service ask. */
  @columns.instant({ nullable: true }) asked_at: Date | null = null;

  static of(
    request: PaymentRequest,
    method: PayMethod,
    { gateway, id, mode }: GatewayAccount,
    now: Date,
  ): PaymentAttempt {
    const attempt = new PaymentAttempt();
    const { id: request_id, amount } = request;
    Object.assign(attempt, { request_id, method, gateway, account_id: id, mode, amount });
    attempt.is_platform = isPaidToPlatform(request.subject_type);
    attempt.expires_at = new Date(Math.min(now.getTime() + PAYMENT_ATTEMPT_MS, request.expires_at.getTime()));
    attempt.ask_at = nextAsking(now, attempt.expires_at, now);
    return attempt;
  }

  /** Whether the payer may still carry it out. */
  get is_live(): boolean {
    return this.status === 'waiting' || this.status === 'processing';
  }

  /** Whether the gateway has not answered so far, and may do so yet. */
  isBeingBegun(now: Date): boolean {
    return this.is_live && this.gateway_id === null && now.getTime() - this.created_at.getTime() < ANSWERED_WITHIN_MS;
  }

  /** Whether a payer who chooses the method again now pays by this one. */
  isFor(method: PayMethod, amount: number, { gateway, id }: GatewayAccount, now: Date): boolean {
    const isSame = this.method === method && this.amount === amount && this.expires_at > now;
    return isSame && this.gateway === gateway && this.account_id === id;
  }

  /** As the gateway knows it. */
  at(account: GatewayAccount): Attempt {
    const { tenant_id, id: attempt_id, gateway_id } = this;
    return { tenant_id, attempt_id, account, gateway_id };
  }

  /** The gateway waits for the payer, or for the bank. */
  wait({ gateway_id, expires_at, is_processing }: Waiting): void {
    this.gateway_id = gateway_id;
    if (expires_at < this.expires_at) this.expires_at = expires_at;
    this.status = is_processing ? 'processing' : 'waiting';
  }

  /** The money was taken, of one that has ended after all. */
  succeed({ reference }: Succeeded, now: Date): void {
    this.status = 'succeeded';
    this.reason = null;
    this.reference = reference;
    this.end(now);
    this.ask_at = null;
  }

  /** Its money is settled. @param unapplied MYR: what the document could not take */
  book({ means, fee, amount }: Succeeded, unapplied: number): void {
    this.means = means;
    this.fee = fee;
    this.unapplied_amount = unapplied;
    this.paid_amount = amount;
  }

  /** MYR: what the gateway can still give back. */
  get refundable(): number {
    return money.add(this.paid_amount, -this.refunded_amount, -this.reserved_amount);
  }

  /** A refund begins. @param amount at most `refundable` */
  reserve(amount: number): void {
    this.reserved_amount = money.add(this.reserved_amount, amount);
  }

  /** A refund has failed. */
  release(amount: number): void {
    this.reserved_amount = money.add(this.reserved_amount, -amount);
  }

  /** The gateway has given a reserved amount back. */
  giveBack(amount: number): void {
    this.release(amount);
    this.refunded_amount = money.add(this.refunded_amount, amount);
  }

  /** No money was taken; slow banks may still pay what ended by time alone. */
  refuse({ reason }: Refused, now: Date): void {
    this.status = endings[reason] ?? 'refused';
    this.reason = reason;
    this.end(now);
    this.ask_at = this.status === 'refused' ? null : nextAsking(this.created_at, now, now);
  }

  /** Whether its money counts as paid. */
  get is_booked(): boolean {
    return this.unapplied_amount !== null;
  }

  /** The next night in which the gateway is asked again. @param isAnswered whether it was in this night */
  nextNight(now: Date, isAnswered: boolean): Date | null {
    const ended_at = this.ended_at ?? this.expires_at;
    return isAnswered ? nextNightOf(ended_at, now) : nextNightUnanswered(ended_at, now);
  }

  private end(now: Date): void {
    this.ended_at = now;
    this.reconcile_at = nextNightOf(now, now);
  }

  /** When the gateway is asked next, having given no answer. */
  nextAskingUnanswered(now: Date): Date | null {
    return nextAskingUnanswered(this.created_at, this.ended_at ?? this.expires_at, now);
  }

  /** When the gateway is asked next, nothing having changed. */
  nextAsking(now: Date): Date | null {
    return nextAsking(this.created_at, this.ended_at ?? this.expires_at, now);
  }
}
