import { Entity } from 'typeorm';
import { TenantRecord, columns, conflict, fieldMessages, invalid, money } from '@usaha/shared';
import type { Fee } from '../fee/fee.entity.js';
import { messages } from '../messages.js';

/** The stated fields of a payment, except student and fee. */
export interface PaymentTold {
  /** Above 0. */
  amount: number;
  payment_method?: string | null;
  /** YYYY-MM-DD. */
  payment_date: string;
  transaction_id?: string | null;
  /** Of a receipt that was written already; blank or absent, one is drawn. */
  receipt_number?: string | null;
  notes?: string | null;
}

/**
 * Money that was paid for a student. It is never changed and never deleted; one that was a mistake is void: still listed, and
 * in no sum. What it settles of invoices is noted in `SettlementLedger`.
 */
@Entity({ schema: 'education', name: 'payments' })
export class EducationPayment extends TenantRecord {
  /** As it was sent, or without gaps per tenant and Malaysian year. */
  @columns.numbered({ name: 'education.receipt', prefix: 'RCP' }) receipt_number!: string;
  @columns.uuid() student_id!: string;
  @columns.uuid({ nullable: true }) fee_id: string | null = null;
  /** Of the fee, as it was called then. */
  @columns.text({ nullable: true }) fee_type: string | null = null;
  /** In `currency`; below 0 where a payment request gave it back. */
  @columns.money() amount!: number;
  /** Of the fee it names; MYR without one. */
  @columns.text() currency!: string;
  /** Any text. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** YYYY-MM-DD. */
  @columns.day() payment_date!: string;
  /** Of the bank; kept as it was sent. */
  @columns.code({ nullable: true, personal: true }) transaction_id: string | null = null;
  @columns.sealed() notes!: string | null;
  /** What of it settled invoices; the rest settles those to come. Of one below 0 what it took back of them. */
  @columns.money() settled = 0;
  /**
   * The part that was given back: by refunds of withdrawals, which are its entries in `RefundLedger`, and by payments below 0. Of one below
   * 0 the part that it took from others. `refunds` counts the entries.
   */
  @columns.money() refunded = 0;
  @columns.count() refunds = 0;
  /** Id of the user who recorded it; null where a program did, or none is known. */
  @columns.uuid({ nullable: true }) received_by: string | null = null;
  /** The payment request by which it came. */
  @columns.uuid({ nullable: true }) payment_request_id: string | null = null;
  @columns.instant({ nullable: true }) voided_at: Date | null = null;
  @columns.sealed() void_reason!: string | null;
  @columns.derived('lower(btrim(payment_method))', { nullable: true }) readonly payment_method_key?: string | null;
  @columns.derived('((voided_at IS NULL) AND ((settled + refunded) < amount))', { type: 'boolean' })
  readonly has_rest?: boolean;

  /** @param fee what it is paid for, if that was said @throws invalid for an amount that is not above 0 */
  static of(
    student_id: string,
    fee: Pick<Fee, 'id' | 'currency' | 'fee_type'> | null,
    told: PaymentTold,
  ): EducationPayment {
    const payment = new EducationPayment();
    payment.student_id = student_id;
    payment.fee_id = fee?.id ?? null;
    payment.fee_type = fee?.fee_type ?? null;
    payment.currency = fee?.currency ?? 'MYR';
    payment.amount = money.within('amount', told.amount);
    if (payment.amount <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    payment.payment_method = told.payment_method ?? null;
    payment.payment_date = told.payment_date;
    payment.transaction_id = told.transaction_id ?? null;
    payment.notes = told.notes ?? null;
    if (told.receipt_number?.trim()) payment.receipt_number = told.receipt_number;
    return payment;
  }

  /** The payment below 0 by which money of this one goes back. @param told its day, reference and reason */
  returned(amount: number, told: Omit<PaymentTold, 'amount'>): EducationPayment {
    const { student_id, fee_id, fee_type, currency, payment_request_id } = this;
    const back = Object.assign(new EducationPayment(), { student_id, fee_id, fee_type, currency, payment_request_id });
    return Object.assign(back, { payment_method: null, transaction_id: null, notes: null, ...told, amount: -amount });
  }

  /** What settled nothing goes back by such a payment. @param amount within what is left */
  giveRestTo(back: EducationPayment, amount: number): void {
    this.refunded = money.add(this.refunded, amount);
    back.refunded = money.add(back.refunded, -amount);
  }

  /** @param actor_id who receives it @param payment_request_id the payment request by which it came */
  receive(actor_id: string | null, payment_request_id: string | null = null): void {
    // Money of a payment request lay in no till, also where a user confirms it.
    this.received_by = payment_request_id === null ? actor_id : null;
    this.payment_request_id = payment_request_id;
  }

  /** What of it has settled nothing yet, and was not given back. */
  get rest(): number {
    return this.voided_at ? 0 : money.add(this.amount, -this.settled, -this.refunded);
  }

  /** Spends a part of it, or takes it back. @param amount within what it has; below 0 when it is taken back */
  spend(amount: number): void {
    this.settled = money.add(this.settled, amount);
  }

  /** Gives a part of it back, or keeps it again. @param amount within what is left; below 0 where it is kept again */
  refund(amount: number): void {
    this.refunded = money.add(this.refunded, amount);
    this.refunds += 1;
  }

  /** What it settled has been taken back before. @throws conflict when it is void already */
  void(reason: string, now: Date): void {
    if (this.voided_at) throw conflict('voided_at', messages.paymentVoid());
    this.voided_at = now;
    this.void_reason = reason;
  }
}
