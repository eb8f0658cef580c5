import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const paymentKinds = ['payment', 'refund', 'tip'] as const;
/** A tip is received apart: it is no part of what an appointment costs. */
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentPurposes = ['visit', 'deposit', 'package', 'membership', 'tip'] as const;
/** A deposit is what moves before the visit is completed. */
export type PaymentPurpose = (typeof paymentPurposes)[number];

/**
 * Money that a salon received or gave back, for an appointment, a package or a membership. It is written once and never changed;
 * `actor_id` is the user who received it or gave it back.
 */
@Entity({ schema: 'beauty', name: 'payments' })
export class AppointmentPayment extends LedgerEntry {
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
  @columns.uuid({ nullable: true }) sold_package_id: string | null = null;
  @columns.uuid({ nullable: true }) membership_id: string | null = null;
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'beauty.receipt', prefix: 'RCP' }) receipt_number!: string;
  @columns.choice(paymentKinds) kind!: PaymentKind;
  @columns.choice(paymentPurposes) purpose!: PaymentPurpose;
  /** MYR, more than 0 whichever way it went. */
  @columns.money() amount!: number;
  /** What remained to be paid of its record after it, in MYR. */
  @columns.money() balance!: number;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.derived('lower(btrim(payment_method))', { nullable: true }) readonly payment_method_key?: string | null;
  @columns.sealed() notes!: string | null;
}
