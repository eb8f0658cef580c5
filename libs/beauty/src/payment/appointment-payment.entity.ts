import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const paymentKinds = ['payment', 'refund', 'tip'] as const;
/** A tip is received apart: it is no part of what an appointment costs. */
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentPurposes = ['visit', 'deposit', 'package', 'membership', 'tip'] as const;
/** A deposit is what moves before the visit is completed. */
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** What a refund gave back of one line of its invoice. */
export interface RefundedLine {
  /** Place of the line in the invoice, from 0; null for what is no line of it. */
  line: number | null;
  /** As the line was called then. */
  description: string;
  /** Percent of SST within it. */
  tax_rate: number;
  /** MYR, tax within. */
  amount: number;
  /** SST within it, MYR; null where it follows from the rate, and from whether the business is registered. */
  tax_amount: number | null;
}

/** What a tip is paid for, on its receipt. */
export const TIP = 'Tip';

/** The series of credit notes of a salon. */
export const creditNotes = { name: 'beauty.credit_note', prefix: 'CN' };

/**
 * Money that a salon received or gave back, for an appointment, a package or a membership. It is written once and never changed;
 * `actor_id` is the user who received it or gave it back.
 */
@Entity({ schema: 'beauty', name: 'payments' })
export class AppointmentPayment extends LedgerEntry {
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
  @columns.uuid({ nullable: true }) sold_package_id: string | null = null;
  @columns.uuid({ nullable: true }) membership_id: string | null = null;
  /** Without gaps, per tenant and Malaysian year: of a receipt, for a refund of a credit note. */
  @columns.numbered({
    ...{ name: 'beauty.receipt', prefix: 'RCP' },
    insteadFor: (payment) => ((payment as AppointmentPayment).kind === 'refund' ? creditNotes : null),
  })
  receipt_number!: string;
  @columns.choice(paymentKinds) kind!: PaymentKind;
  @columns.choice(paymentPurposes) purpose!: PaymentPurpose;
  /** MYR, more than 0 whichever way it went. */
  @columns.money() amount!: number;
  /** What remained to be paid of its record after it, in MYR. */
  @columns.money() balance!: number;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.derived('lower(btrim(payment_method))', { nullable: true }) readonly payment_method_key?: string | null;
  /** What a refund gave back, by line; null of a payment, and of refunds from before. */
  @columns.object({ nullable: true }) lines: RefundedLine[] | null = null;
  /** SST within the refund of a package, MYR: it was due when the package was paid. */
  @columns.money({ nullable: true }) tax_amount: number | null = null;
  /** What it is for, as its receipt says; null of entries from before, which say what their record is called now. */
  @columns.text({ nullable: true }) subject: string | null = null;
  /** The invoice of its visit when it was made; null where there was none, and of entries without a subject. */
  @columns.text({ nullable: true }) invoice_number: string | null = null;
  /** Of the bank, where it came by a payment request. */
  @columns.code({ nullable: true }) reference: string | null = null;
  /** The payment request by which it came. */
  @columns.uuid({ nullable: true }) payment_request_id: string | null = null;
  /** For a refund the reason. */
  @columns.sealed() notes!: string | null;
}
