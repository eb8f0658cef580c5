import { Entity } from 'typeorm';
import { TenantRecord, columns, conflict } from '@usaha/shared';
import { messages } from './payment-request.messages.js';

export const differenceKinds = [
  'unapplied',
  'amount_differs',
  'not_at_gateway',
  'refund_differs',
  'chargeback',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export const differenceStatuses = ['open', 'resolved'] as const;
export type DifferenceStatus = (typeof differenceStatuses)[number];

/** What a difference is made from. */
export type DifferenceTold = Pick<PaymentDifference, 'kind' | 'amount' | 'expected'> &
  Partial<Pick<PaymentDifference, 'attempt_id'>>;

/** Money of a payment request that does not stand where it should: a person looks at it. */
@Entity({ schema: 'core', name: 'payment_differences' })
export class PaymentDifference extends TenantRecord {
  @columns.choice(differenceKinds) kind!: DifferenceKind;
  @columns.uuid() payment_request_id!: string;
  /** The attempt by which the money came; null where it came without. */
  @columns.uuid({ nullable: true }) attempt_id: string | null = null;
  /** What came, or was not applied, in MYR or in the currency that came. */
  @columns.money() amount!: number;
  @columns.money({ nullable: true }) expected: number | null = null;
  @columns.choice(differenceStatuses) status: DifferenceStatus = 'open';
  /** How it was resolved. */
  @columns.sealed() note: string | null = null;
  @columns.instant({ nullable: true }) resolved_at: Date | null = null;

  static of(payment_request_id: string, told: DifferenceTold): PaymentDifference {
    return Object.assign(new PaymentDifference(), { payment_request_id, ...told });
  }

  /** @throws conflict where it is resolved already */
  resolve(note: string, now: Date): void {
    if (this.status === 'resolved') throw conflict('status', messages.differenceResolved());
    this.status = 'resolved';
    this.note = note;
    this.resolved_at = now;
  }
}
