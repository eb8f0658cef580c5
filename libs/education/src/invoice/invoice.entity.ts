import { Entity } from 'typeorm';
import { TenantRecord, columns, conflict, fieldMessages, invalid, money, toRate } from '@usaha/shared';
import type { Fee } from '../fee/fee.entity.js';
import { messages } from '../messages.js';
import type { Student } from '../student/student.entity.js';
import { discountsOf, type Discount, type NewDiscount, type PartOfPeriod } from './discount.js';
import { instalmentsOf, nextDue, type Instalment, type PaymentPlan } from './instalments.js';

export const invoiceStates = ['open', 'overdue', 'paid', 'cancelled'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** For which period a fee is asked for, and until when it is to be paid. */
export interface InvoiceTerms {
  /** Any text: `2026-03`, `Term 1`. */
  period: string;
  /** YYYY-MM-DD; a plan has its days instead. */
  due_date: string;
  /** Absent: all of it is due on `due_date`. */
  payment_plan?: PaymentPlan | null;
}

/** Fee type of an invoice that asks for a late fee; documents say it in words. */
export const LATE_FEE = 'late_fee';

/** What a student is asked to pay of a fee for a period: the figures of that day, unchanged by later changes of fee and scholarship. */
@Entity({ schema: 'education', name: 'invoices' })
export class Invoice extends TenantRecord {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'education.invoice', prefix: 'EDU' }) invoice_number!: string;
  @columns.uuid() student_id!: string;
  @columns.uuid() fee_id!: string;
  /** Of the fee, as it was called then. */
  @columns.text() fee_type!: string;
  @columns.text() period!: string;
  /** YYYY-MM-DD; of one that is paid in parts, of the next part to be paid. */
  @columns.day() due_date!: string;
  /** Its parts, oldest first; none where all of it is due at once. */
  @columns.object() instalments: Instalment[] = [];
  /** The invoice that was not paid in time, where this asks for its late fee. */
  @columns.uuid({ nullable: true }) late_fee_of: string | null = null;
  @columns.text() currency!: string;
  /** The fee, before a scholarship. */
  @columns.money() full_amount!: number;
  /** What the scholarship pays of it in percent; null where there is none or the fee allows none. */
  @columns.rate({ nullable: true, personal: true }) scholarship_percentage: number | null = null;
  /** Taken off after the scholarship, in this order. */
  @columns.object({ personal: true }) discounts: Discount[] = [];
  @columns.money() amount!: number;
  /** What payments settled of it: the sum of its settlements. */
  @columns.money() settled = 0;
  @columns.count() settlements = 0;
  /** What credit notes took off it, or its cancellation; `credit_notes` is how many credit notes there are. */
  @columns.money() credited = 0;
  @columns.count() credit_notes = 0;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  @columns.sealed() cancel_reason!: string | null;
  @columns.derived('lower(btrim(period))') readonly period_key?: string;
  @columns.derived('((settled + credited) >= amount)', { type: 'boolean' }) readonly is_paid?: boolean;

  /** Whether its student was deleted: then no guardian is reminded of it. Read with the invoice. */
  student_deleted = false;

  /**
   * What a scholarship leaves of the fee is rounded half-up to the sen, then discounts are taken off; where nothing is left, nothing
   * remains to be paid.
   */
  static of(
    student: Student,
    fee: Fee,
    { period, due_date, payment_plan }: InvoiceTerms,
    discounts: readonly (NewDiscount | PartOfPeriod)[] = [],
  ): Invoice {
    const percentage = fee.scholarship_applicable ? percentageOf(student) : null;
    const left = percentage === null ? fee.amount : money.percent(fee.amount, toRate(100 - percentage));
    const taken = discountsOf(discounts, left);
    const amount = money.add(left, ...taken.map((discount) => -discount.amount));
    const { id: fee_id, fee_type, currency, amount: full_amount } = fee;
    const instalments = payment_plan ? instalmentsOf(amount, payment_plan) : [];
    const due = payment_plan ? (instalments[0]?.due_date ?? payment_plan.first_due) : due_date;
    const terms = { fee_id, fee_type, currency, full_amount, period: period.trim(), due_date: due, instalments };
    const figures = { scholarship_percentage: percentage, discounts: taken, amount };
    return Object.assign(new Invoice(), { student_id: student.id, ...terms, ...figures });
  }

  /** The late fee of an invoice. @param due_date YYYY-MM-DD */
  static lateFeeOf(late: Invoice, amount: number, due_date: string): Invoice {
    const { student_id, fee_id, currency, period, id: late_fee_of } = late;
    const figures = { full_amount: amount, amount, fee_type: LATE_FEE };
    return Object.assign(new Invoice(), { student_id, fee_id, currency, period, due_date, late_fee_of, ...figures });
  }

  /** The amount to be paid. */
  get balance(): number {
    return money.add(this.amount, -this.credited, -this.settled);
  }

  /** What credit notes can still take off it. */
  get creditable(): number {
    return money.add(this.amount, -this.credited);
  }

  /** @param today YYYY-MM-DD in Malaysia */
  stateOn(today: string): InvoiceState {
    if (this.cancelled_at) return 'cancelled';
    if (this.balance <= 0) return 'paid';
    return this.due_date < today ? 'overdue' : 'open';
  }

  /** Takes in a part of a payment, or gives it back. @param amount within the balance; below 0 when it is given back */
  settle(amount: number): void {
    this.settled = money.add(this.settled, amount);
    this.settlements += 1;
    this.due_date = nextDue(this);
  }

  /**
   * Whether a credit note can take an amount off.
   * @throws invalid for an amount that is not above 0, or beyond what is left; conflict when it is cancelled
   */
  checkCredit(amount: number, field: string): void {
    if (this.cancelled_at) throw conflict('cancelled_at', messages.invoiceCancelled());
    if (amount <= 0) throw invalid(field, fieldMessages.mustBeMoreThanZero({ field }));
    if (amount > this.creditable) throw invalid(field, messages.creditBeyond({ left: this.creditable }));
  }

  /** Takes an amount off by a credit note. @param amount as `checkCredit` takes it */
  credit(amount: number): void {
    this.credited = money.add(this.credited, amount);
    this.credit_notes += 1;
    this.due_date = nextDue(this);
  }

  /** Nothing of it is owed from now on; what payments settled was given back before. @throws conflict when it is cancelled */
  cancel(reason: string, now: Date): void {
    if (this.cancelled_at) throw conflict('cancelled_at', messages.invoiceCancelled());
    this.cancelled_at = now;
    this.cancel_reason = reason;
    this.credited = this.amount;
  }
}

/** As it is kept: with four decimals. */
function percentageOf({ has_scholarship, scholarship_info }: Student): number | null {
  const percentage = has_scholarship ? scholarship_info?.scholarship_percentage : null;
  return typeof percentage === 'number' ? toRate(percentage) : null;
}
