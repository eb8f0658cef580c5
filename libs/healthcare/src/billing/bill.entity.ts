import { Entity } from 'typeorm';
import { ERASED } from '@usaha/core';
import { TenantRecord, columns, conflict, assignDefined, invalid, money } from '@usaha/shared';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import { billFigures, type BilledItem } from './bill-arithmetic.js';
import { messages } from '../messages.js';

/** Statuses that a bill may be made with. */
export const sentBillStatuses = ['pending', 'paid', 'partially_paid', 'overdue'] as const;
export const billStatuses = [...sentBillStatuses, 'cancelled'] as const;
export type SentBillStatus = (typeof sentBillStatuses)[number];
export type BillStatus = (typeof billStatuses)[number];

/** Statuses of bills that await their money until they are due, and are overdue afterwards. */
export const awaitingStatuses = ['pending', 'partially_paid'] as const satisfies BillStatus[];

/** Fields of a bill that clients may set freely: no rule depends on them. */
const details = [
  'payment_method',
  'insurance_claim',
  'insurance_provider',
  'policy_number',
  'due_date',
] as const satisfies (keyof Bill)[];
export type BillDetails = Pick<Bill, (typeof details)[number]>;

/** What changes hands and what it settles, in MYR: the rounding of cash is added to the amount. */
export interface Settled {
  amount: number;
  rounding: number;
}

/** A line of a bill with the reason of a discount. */
export type BillLine = BilledItem & { reason: string | null };

/**
 * What a patient owes for a visit, line by line. Amounts are MYR. Only payments and corrections move it once it is made; at any moment
 * total − credited_amount − amount_paid = outstanding_amount − in_credit.
 */
@Entity({ schema: 'healthcare', name: 'bills' })
export class Bill extends TenantRecord {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'healthcare.bill', prefix: 'BILL' }) bill_number!: string;
  @columns.uuid() patient_id!: string;
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
  /** What its lines are for, and the policy. */
  @columns.sealedTogether() protected readonly particulars!: object;
  /** Figures lie in clear: they stay when the descriptions are erased. */
  @columns.listSealing('particulars', 'description', { erased: ERASED }) items!: BilledItem[];
  /** By line, why it is a discount; empty where none is. */
  @columns.sealedWithin<(string | null)[]>('particulars', () => []) discount_reasons!: (string | null)[];
  @columns.sealedWithin('particulars') cancellation_reason!: string | null;
  /** Any text. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.flag() insurance_claim = false;
  @columns.text({ nullable: true, personal: true }) insurance_provider: string | null = null;
  @columns.sealedWithin<string | null>('particulars', () => null, { formerly: 'text' }) policy_number!: string | null;
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  @columns.money() total!: number;
  /** The sum of its payments less those that are void and what was refunded. */
  @columns.money() amount_paid = 0;
  /** The sum of its credit notes. */
  @columns.money() credited_amount = 0;
  /** What cash that settled it was rounded by. */
  @columns.money() rounding = 0;
  /** How many payments were made of it. */
  @columns.count() payments_made = 0;
  /** As sent, or as payments left it; what it reads on a day is `statusOn`. */
  @columns.choice(billStatuses) status: BillStatus = 'pending';
  @columns.day({ nullable: true }) due_date: string | null = null;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  /** Type and doctor of its appointment, as they were when it was made: a bill is a document, and reports count it by them. */
  @columns.text({ nullable: true, personal: true }) service_type: string | null = null;
  @columns.code({ nullable: true }) doctor_id: string | null = null;

  /** @throws invalid when it comes to too much */
  static of(patient_id: string, items: BilledItem[], told: Partial<BillDetails>): Bill {
    const bill = Object.assign(new Bill(), { patient_id, items, ...billFigures(items) });
    assignDefined(bill, told, details);
    // No payment can settle a bill that comes to nothing.
    if (bill.total === 0) bill.status = 'paid';
    return bill;
  }

  /** A claim that names no insurer goes to the patient's. */
  claimFrom(insurer: Pick<BillDetails, 'insurance_provider' | 'policy_number'>): void {
    if (!this.insurance_claim || this.insurance_provider || this.policy_number) return;
    Object.assign(this, insurer);
  }

  /** Its lines with the reasons of discounts. */
  get lines(): BillLine[] {
    const reasons = this.discount_reasons;
    return this.items.map((item, i) => ({ ...item, reason: reasons[i] ?? null }));
  }

  /** The amount still to be paid, in MYR; below 0 when more was paid than is owed since part of it was credited. */
  get rest(): number {
    return money.add(this.total, -this.credited_amount, -this.amount_paid);
  }

  get outstanding_amount(): number {
    return Math.max(this.rest, 0);
  }

  /** What may be given back. */
  get in_credit(): number {
    return Math.max(-this.rest, 0);
  }

  /** @param today YYYY-MM-DD in Malaysia: unless it is paid, a bill past its due date reads overdue */
  statusOn(today: string): BillStatus {
    const awaiting = (awaitingStatuses as readonly string[]).includes(this.status);
    return awaiting && this.due_date !== null && this.due_date < today ? 'overdue' : this.status;
  }

  /** The status that was sent when it was made; any, save of a bill that comes to nothing. */
  setStatus(status: SentBillStatus): void {
    if (this.total > 0) this.status = status;
  }

  /** Why lines are discounts, by line. */
  explain(reasons: (string | null)[]): void {
    if (reasons.some((reason) => reason !== null)) this.discount_reasons = reasons;
  }

  /** The visit that it is for. */
  billVisit(visit: { id: string; appointment_type: string | null; doctor_id: string }): void {
    this.appointment_id = visit.id;
    this.service_type = visit.appointment_type;
    this.doctor_id = visit.doctor_id;
  }

  /**
   * Takes in a payment. A bill that names no payment method takes that of its first payment. Cash settles to five sen: the
   * rest is taken exact or rounded, and the rounding is answered.
   * @param sent MYR, above 0; null for all that remains
   * @throws conflict when nothing of it remains to be paid; invalid for more than remains
   */
  pay(sent: number | null, payment_method: string | null): Settled {
    const { rest } = this;
    if (this.status === 'cancelled') throw conflict('status', messages.billCancelled());
    if (this.status === 'paid' || rest <= 0) throw conflict('status', messages.billPaid());
    const settled = settledBy(sent, rest, payment_method ?? this.payment_method);
    if (settled.amount > rest) throw invalid('amount', messages.amountBeyondRest({ amount: settled.amount, rest }));
    this.payments_made += 1;
    this.payment_method ??= payment_method;
    this.move(settled.amount, settled.rounding);
    return settled;
  }

  /** Takes a payment back that was recorded by mistake. @throws conflict when its money was given back already */
  voidPayment({ amount, rounding }: Settled): void {
    if (amount > this.amount_paid) throw conflict('amount_paid', messages.paymentRefunded());
    this.move(-amount, -rounding);
  }

  /**
   * Gives back what was paid beyond what is owed.
   * @param sent MYR, above 0; null for all of it @throws conflict when there is none; invalid for more
   */
  refund(sent: number | null, refund_method: string | null): Settled {
    const { in_credit } = this;
    if (in_credit === 0) throw conflict('in_credit', messages.nothingInCredit());
    const settled = settledBy(sent, in_credit, refund_method ?? this.payment_method);
    if (settled.amount > in_credit)
      throw invalid('amount', messages.refundBeyondCredit({ amount: settled.amount, in_credit }));
    this.move(-settled.amount, -settled.rounding);
    return settled;
  }

  /** Money went back by a payment request, as far as it was paid: it is owed again. @returns MYR */
  giveBack(amount: number): number {
    const returned = Math.min(amount, this.amount_paid);
    if (returned > 0) this.move(-returned, 0);
    return returned;
  }

  /** Takes off what a credit note credits. @throws conflict when it is cancelled */
  credit(amount: number): void {
    this.assertNotCancelled();
    this.credited_amount = money.add(this.credited_amount, amount);
    if (this.rest <= 0) this.status = 'paid';
  }

  /**
   * Ends a bill of which no money is held. Its number stays.
   * @throws conflict when it is cancelled, or money of it has to be given back or made void before
   */
  cancel(reason: string, now: Date): void {
    this.assertNotCancelled();
    if (this.amount_paid > 0) throw conflict('amount_paid', messages.cancelledWithMoney({ amount: this.amount_paid }));
    this.credited_amount = this.total;
    this.status = 'cancelled';
    this.cancelled_at = now;
    this.cancellation_reason = reason;
  }

  /** @throws conflict */
  assertNotCancelled(): void {
    if (this.status === 'cancelled') throw conflict('status', messages.billCancelled());
  }

  private move(amount: number, rounding: number): void {
    this.amount_paid = money.add(this.amount_paid, amount);
    this.rounding = money.add(this.rounding, rounding);
    this.status = this.rest <= 0 ? 'paid' : this.amount_paid > 0 ? 'partially_paid' : 'pending';
  }
}

/** A payment of an amount that is owed: cash that settles it comes to five sen, whether it was sent exact or rounded. */
function settledBy(sent: number | null, owed: number, payment_method: string | null): Settled {
  if (!isCash(payment_method)) return { amount: sent ?? owed, rounding: 0 };
  const rounding = cashRounding(owed);
  const settles = sent === null || sent === owed || sent === money.add(owed, rounding);
  return settles ? { amount: owed, rounding } : { amount: sent, rounding: 0 };
}
