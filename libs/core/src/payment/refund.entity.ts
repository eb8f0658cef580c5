import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';

export const refundStatuses = ['pending', 'completed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** One attempt to give back a payment or a part of it. While pending, it reserves its amount (`Payment.reserved_amount`). */
@Entity({ schema: 'core', name: 'refunds' })
export class Refund extends TenantRecord {
  @columns.uuid() payment_id!: string;
  /** In the payment's currency, above 0. */
  @columns.money() amount!: number;
  @columns.choice(refundStatuses) status: RefundStatus = 'pending';
  /** As it was sent. */
  @columns.text({ nullable: true, personal: true }) reason: string | null = null;
  @columns.text({ nullable: true }) failure_reason: string | null = null;
  /** Claim of the request's Idempotency-Key. */
  @columns.uuid({ nullable: true }) request_key: string | null = null;

  /** Of an amount that its payment has reserved. @param request_key see the column */
  static of(payment_id: string, amount: number, reason: string | null, request_key: string | null): Refund {
    return Object.assign(new Refund(), { payment_id, amount, reason, request_key });
  }

  complete(): void {
    this.status = 'completed';
  }

  fail(reason: string): void {
    this.status = 'failed';
    this.failure_reason = reason;
  }
}
