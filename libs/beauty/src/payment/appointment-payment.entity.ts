import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const paymentKinds = ['payment', 'refund'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Money that was received for an appointment, or given back. It is written once and never changed. */
@Entity({ schema: 'beauty', name: 'payments' })
export class AppointmentPayment extends LedgerEntry {
  @columns.uuid() appointment_id!: string;
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'beauty.receipt', prefix: 'RCP' }) receipt_number!: string;
  @columns.choice(paymentKinds) kind!: PaymentKind;
  /** MYR, more than 0 whichever way it went. */
  @columns.money() amount!: number;
  /** What remained to be paid of the appointment after it, in MYR. */
  @columns.money() balance!: number;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.sealed() notes!: string | null;
}
