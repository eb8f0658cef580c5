import { Entity } from 'typeorm';
import { ERASED } from '@usaha/core';
import { TenantRecord, columns, conflict, assignDefined, invalid, money } from '@usaha/shared';
import { billFigures, type BilledItem } from './bill-arithmetic.js';
import { messages } from '../messages.js';

export const billStatuses = ['pending', 'paid', 'partially_paid', 'overdue'] as const;
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

/** What a patient owes for a visit, line by line. Amounts are MYR. Only payments move it once it is made. */
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
  /** Any text. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.flag() insurance_claim = false;
  @columns.text({ nullable: true, personal: true }) insurance_provider: string | null = null;
  @columns.sealedWithin<string | null>('particulars', () => null, { formerly: 'text' }) policy_number!: string | null;
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  @columns.money() total!: number;
  /** The sum of its payments. */
  @columns.money() amount_paid = 0;
  /** How many payments were made of it. */
  @columns.count() payments_made = 0;
  /** As sent, or as payments left it; what it reads on a day is `statusOn`. */
  @columns.choice(billStatuses) status: BillStatus = 'pending';
  @columns.day({ nullable: true }) due_date: string | null = null;
  /** Type and doctor of its appointment, as they were when it was made: a bill is a document, and reports count it by them. */
  @columns.text({ nullable: true, personal: true }) service_type: string | null = null;
  @columns.code({ nullable: true }) doctor_id: string | null = null;

  /** @throws invalid when it comes to too much */
  static of(patient_id: string, items: BilledItem[], told: Partial<BillDetails>): Bill {
    const bill = Object.assign(new Bill(), { patient_id, items, ...billFigures(items) });
    assignDefined(bill, told, details);
    return bill;
  }

  /** The amount still to be paid, in MYR. */
  get rest(): number {
    return money.add(this.total, -this.amount_paid);
  }

  /** @param today YYYY-MM-DD in Malaysia: unless it is paid, a bill past its due date reads overdue */
  statusOn(today: string): BillStatus {
    const awaiting = (awaitingStatuses as readonly string[]).includes(this.status);
    return awaiting && this.due_date !== null && this.due_date < today ? 'overdue' : this.status;
  }

  /** The status that was sent when it was made; any. */
  setStatus(status: BillStatus): void {
    this.status = status;
  }

  /** The visit that it is for. */
  billVisit(visit: { id: string; appointment_type: string | null; doctor_id: string }): void {
    this.appointment_id = visit.id;
    this.service_type = visit.appointment_type;
    this.doctor_id = visit.doctor_id;
  }

  /**
   * Takes in a payment. A bill that names no payment method takes that of its first payment.
   * @param amount MYR, above 0
   * @throws conflict when nothing of it remains to be paid; invalid for more than remains
   */
  pay(amount: number, payment_method: string | null): void {
    const { rest } = this;
    if (this.status === 'paid' || rest <= 0) throw conflict('status', messages.billPaid());
    if (amount > rest) throw invalid('amount', messages.amountBeyondRest({ amount, rest }));
    this.amount_paid = money.add(this.amount_paid, amount);
    this.payments_made += 1;
    this.status = this.rest === 0 ? 'paid' : 'partially_paid';
    this.payment_method ??= payment_method;
  }
}
