import { Entity } from 'typeorm';
import { TenantRecord, columns, money, toRate } from '@usaha/shared';
import type { Fee } from '../fee/fee.entity.js';
import type { Student } from '../student/student.entity.js';

export const invoiceStates = ['open', 'overdue', 'paid'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** For which period a fee is asked for, and until when it is to be paid. */
export interface InvoiceTerms {
  /** Any text: `2026-03`, `Term 1`. */
  period: string;
  /** YYYY-MM-DD. */
  due_date: string;
}

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
  /** YYYY-MM-DD. */
  @columns.day() due_date!: string;
  @columns.text() currency!: string;
  /** The fee, before a scholarship. */
  @columns.money() full_amount!: number;
  /** What the scholarship pays of it in percent; null where there is none or the fee allows none. */
  @columns.rate({ nullable: true, personal: true }) scholarship_percentage: number | null = null;
  @columns.money() amount!: number;
  /** What payments settled of it: the sum of its settlements. */
  @columns.money() settled = 0;
  @columns.count() settlements = 0;
  @columns.derived('lower(btrim(period))') readonly period_key?: string;
  @columns.derived('(settled >= amount)', { type: 'boolean' }) readonly is_paid?: boolean;

  /** What a scholarship leaves of the fee is rounded half-up to the sen; where it leaves nothing, nothing remains to be paid. */
  static of(student: Student, fee: Fee, { period, due_date }: InvoiceTerms): Invoice {
    const percentage = fee.scholarship_applicable ? percentageOf(student) : null;
    const amount = percentage === null ? fee.amount : money.percent(fee.amount, toRate(100 - percentage));
    const { id: fee_id, fee_type, currency, amount: full_amount } = fee;
    const terms = { fee_id, fee_type, currency, full_amount, period: period.trim(), due_date };
    const paid_by_scholarship = { scholarship_percentage: percentage, amount };
    return Object.assign(new Invoice(), { student_id: student.id, ...terms, ...paid_by_scholarship });
  }

  /** The amount to be paid. */
  get balance(): number {
    return money.add(this.amount, -this.settled);
  }

  /** @param today YYYY-MM-DD in Malaysia */
  stateOn(today: string): InvoiceState {
    if (this.settled >= this.amount) return 'paid';
    return this.due_date < today ? 'overdue' : 'open';
  }

  /** Takes in a part of a payment, or gives it back. @param amount within the balance; below 0 when it is given back */
  settle(amount: number): void {
    this.settled = money.add(this.settled, amount);
    this.settlements += 1;
  }
}

/** As it is kept: with four decimals. */
function percentageOf({ has_scholarship, scholarship_info }: Student): number | null {
  const percentage = has_scholarship ? scholarship_info?.scholarship_percentage : null;
  return typeof percentage === 'number' ? toRate(percentage) : null;
}
