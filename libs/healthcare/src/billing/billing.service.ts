import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import { PatientRepository } from '../patient/patient.repository.js';
import { recordListed } from '../privacy/listed-patient.js';
import { refuseOthersVisit, visitNamed } from '../record/references.js';
import { billedItem } from './bill-arithmetic.js';
import type { BillPayment } from './bill-payment.entity.js';
import { tellPayment } from './bill.events.js';
import { billWarnings, insurerOf, type SavedBill } from './bill-warnings.js';
import { Bill, type BillDetails, type SentBillStatus, type Settled } from './bill.entity.js';
import { BillRepository, type BillQuery } from './bill.repository.js';
import { PaymentLedger } from './payment-ledger.js';
import { amountOf } from './sent-amount.js';

/** One line of a bill that is made. */
export interface NewBillItem {
  description: string;
  /** Whole units; 1 unless given. */
  quantity?: number | null;
  /** MYR without tax; below 0 for a discount. */
  unit_price: number;
  /** Required of a discount. */
  reason?: string | null;
  /** Percent; 0 unless given. */
  tax_rate?: number | null;
}

/** What a bill is made from. */
export type NewBill = Pick<Bill, 'patient_id'> &
  /** Pending unless another status is given. */
  Partial<BillDetails & Pick<Bill, 'appointment_id'>> & { status?: SentBillStatus; items: NewBillItem[] };

/** What a payment is made from. */
export interface NewBillPayment {
  /** MYR; all that remains unless given. */
  amount?: number | null;
  /** The bill's unless given. */
  payment_method?: string | null;
  reference?: string | null;
  notes?: string | null;
  /** The payment request by which it came. */
  payment_request_id?: string | null;
}

/** A bill of which something was paid: that payment, and all there are, oldest first. */
export interface PaidBill {
  bill: Bill;
  payment: BillPayment;
  payments: BillPayment[];
}

/** The bills of the context's tenant, and what is paid of them. They stay when their patient is deleted. */
@Injectable()
export class BillingService {
  constructor(
    private readonly bills: BillRepository,
    private readonly ledger: PaymentLedger,
    private readonly patients: PatientRepository,
    private readonly appointments: AppointmentRepository,
    private readonly following: PaymentRequestFollowing,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Bill> {
    return this.bills.get(ctx, id);
  }

  /** Reads a bill to show it: its lines tell of the treatment, so it is recorded in the audit trail. @throws not_found */
  read(ctx: Context, id: string): Promise<Bill> {
    return this.bills.readOnTrail(ctx, id);
  }

  /** Recorded in the audit trail where it is filtered by a patient. */
  list(ctx: Context, query: BillQuery, page: PageRequest): Promise<Page<Bill>> {
    const found = this.bills.matching(ctx, query, page);
    recordListed(ctx, query);
    return found;
  }

  /** Payments of a bill, the last first. @throws not_found */
  async payments(ctx: Context, id: string, page: PageRequest): Promise<Page<BillPayment>> {
    const bill = await this.bills.get(ctx, id);
    return this.ledger.list(ctx, bill.id, page);
  }

  /**
   * One that is made as paid has been paid whole: then there is a payment of it, too. A claim that names no insurer goes to the
   * patient's.
   * @throws invalid (unknown patient_id or appointment_id, or those of two patients; more money than can be kept; a discount
   * without a reason, or beyond what is billed)
   */
  async create(ctx: Context, { patient_id, appointment_id, items, status, ...details }: NewBill): Promise<SavedBill> {
    const visit = await visitNamed(ctx, this.appointments, appointment_id);
    const patient = await this.patients.lockReferenced(ctx, 'patient_id', patient_id);
    refuseOthersVisit(visit, patient.id);
    const billed = items.map(({ quantity, tax_rate, ...item }, i) =>
      billedItem({ ...item, quantity: quantity ?? 1, tax_rate: tax_rate ?? 0 }, i),
    );
    const bill = Bill.of(patient.id, billed, details).giveId(ctx.now);
    bill.explain(items.map(({ reason }) => reason?.trim() || null));
    if (visit) bill.billVisit(visit);
    bill.claimFrom(insurerOf(patient));
    const paid = status === 'paid' && bill.total > 0 ? bill.pay(null, null) : null;
    if (paid === null && status !== undefined) bill.setStatus(status);
    await this.bills.insertNumbered(ctx, bill);
    if (paid) this.enter(ctx, bill, paid, {});
    return { bill, warnings: billWarnings(ctx, bill, patient) };
  }

  /**
   * Takes a payment of a part of what remains, or of all of it. Parallel ones wait for each other, so that no bill is
   * paid twice.
   * @throws not_found; conflict when the bill is paid; invalid for more than remains
   */
  async pay(ctx: Context, id: string, { amount, ...payment }: NewBillPayment): Promise<PaidBill> {
    const [bill, request] = await Promise.all([
      this.bills.lock(ctx, id),
      this.following.lockOpen(ctx, 'healthcare.bill', id),
    ]);
    const paid = bill.pay(amountOf(amount), payment.payment_method ?? null);
    this.bills.save(ctx, bill, 'pay');
    this.enter(ctx, bill, paid, payment);
    this.following.follow(ctx, request, { open: bill.rest }, payment.payment_request_id);
    const payments = await this.ledger.of(ctx, [bill.id]);
    return { bill, payment: payments.at(-1) as BillPayment, payments };
  }

  private enter(ctx: Context, bill: Bill, paid: Settled, payment: NewBillPayment): void {
    const [made] = this.ledger.append(ctx, [
      {
        position: bill.payments_made,
        bill_id: bill.id,
        ...paid,
        balance: bill.rest,
        payment_method: payment.payment_method ?? bill.payment_method,
        reference: payment.reference ?? null,
        notes: payment.notes ?? null,
        payment_request_id: payment.payment_request_id ?? null,
      },
    ]);
    if (made) tellPayment(ctx, made, bill);
  }
}
