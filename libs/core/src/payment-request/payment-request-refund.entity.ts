import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';

export const refundWays = ['gateway', 'transfer'] as const;
/** By the gateway that took the money, or by hand: a transfer that a user has made. */
export type RefundWay = (typeof refundWays)[number];
export const requestRefundStatuses = ['pending', 'completed', 'failed'] as const;
export type RequestRefundStatus = (typeof requestRefundStatuses)[number];

/** So long after the gateway was asked to give back, another request to do so may follow: no call lasts longer. */
const BEGUN_AGAIN_MS = 60_000;

/** What a refund is made from. */
export interface RequestRefundTold {
  request_id: string;
  /** Null of a transfer. */
  attempt_id: string | null;
  /** MYR. */
  amount: number;
  by: RefundWay;
  reason: string;
  /** Of the bank, where it was given back by hand. */
  reference?: string | null;
  created_by: string | null;
  request_key?: string | null;
}

/**
 * Money of a payment request that is given back. While it is pending, its request and its attempt reserve the amount. An attempt
 * gives back one refund at a time, in the order of their ids: what a gateway has given back tells then whether it carried one out.
 */
@Entity({ schema: 'core', name: 'payment_request_refunds' })
export class PaymentRequestRefund extends TenantRecord {
  @columns.uuid() request_id!: string;
  /** The attempt that took the money; null of a transfer. */
  @columns.uuid({ nullable: true }) attempt_id: string | null = null;
  /** MYR, above 0. */
  @columns.money() amount!: number;
  @columns.choice(refundWays) by!: RefundWay;
  @columns.choice(requestRefundStatuses) status: RequestRefundStatus = 'pending';
  @columns.sealed() reason!: string | null;
  /** Why the gateway did not give it back. */
  @columns.text({ nullable: true }) failure_reason: string | null = null;
  /** Name of the refund at the gateway, or of the transfer at the bank. */
  @columns.code({ nullable: true }) reference: string | null = null;
  /** The entry of the document's ledger; null where it took unapplied money alone. */
  @columns.uuid({ nullable: true }) entry_id: string | null = null;
  /** The user or API key. */
  @columns.uuid({ nullable: true }) created_by: string | null = null;
  /** Claim of the request's Idempotency-Key. */
  @columns.uuid({ nullable: true }) request_key: string | null = null;
  /** When the gateway was last asked to carry it out; null before that. */
  @columns.instant({ nullable: true }) begun_at: Date | null = null;
  /** When the job looks after it next; null once it has ended. */
  @columns.instant({ nullable: true }) ask_at: Date | null = null;

  /** Of an amount that its request and its attempt have reserved. */
  static of(told: RequestRefundTold, now: Date): PaymentRequestRefund {
    const refund = Object.assign(new PaymentRequestRefund(), told);
    refund.ask_at = now;
    return refund;
  }

  /** Whether the gateway may be asked to carry it out: it was not, or so long ago that it has forgotten it. */
  mayBegin(now: Date): boolean {
    return this.status === 'pending' && (this.begun_at?.getTime() ?? 0) <= now.getTime() - BEGUN_AGAIN_MS;
  }

  /** @param entry_id of the document's ledger */
  complete(reference: string | null, entry_id: string | null): void {
    this.end('completed');
    this.reference = reference ?? this.reference;
    this.entry_id = entry_id;
  }

  fail(reason: string): void {
    this.end('failed');
    this.failure_reason = reason;
  }

  private end(status: RequestRefundStatus): void {
    this.status = status;
    this.ask_at = null;
  }
}
