import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** What the refund of a withdrawal took from a payment: below 0 where a void takes it back. It is written once and never changed. */
@Entity({ schema: 'education', name: 'payment_refunds' })
export class PaymentRefund extends LedgerEntry {
  @columns.uuid() payment_id!: string;
  @columns.uuid() withdrawal_id!: string;
  /** MYR. */
  @columns.money() amount!: number;
}
