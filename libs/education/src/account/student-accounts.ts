import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing, type PaymentRequest } from '@usaha/core';
import { Database, Repository, noteHeld, type Context } from '@usaha/shared';
import type { Settled } from '../invoice/allocation.js';
import type { Fee } from '../fee/fee.entity.js';
import type { Period } from '../invoice/period-of-fee.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { tellSettled } from '../invoice/invoice.events.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { SettlementLedger } from '../invoice/settlement-ledger.js';
import type { Withdrawal } from '../enrollment/withdrawal.entity.js';
import { RINGGIT } from '../fee/currency.js';
import { levelKeySql } from '../level/level-key.js';
import { nouns } from '../messages.js';
import type { EducationPayment } from '../payment/payment.entity.js';
import { takeRefund } from '../payment/refund-allocation.js';
import { RefundLedger } from '../payment/refund-ledger.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import { Student } from '../student/student.entity.js';

/** A fee and a period that students are to be invoiced for, and when. */
export interface ToInvoice {
  fee: Pick<Fee, 'id' | 'grade_level'>;
  period: Period;
  /** YYYY-MM-DD: on which day those who are there are invoiced. */
  invoiced_on: string;
  /** YYYY-MM-DD: those who should have been invoiced before are passed over. */
  since: string;
  today: string;
}

/**
 * The students to whom invoices go, and the order in which their money is moved: every service locks the student first, then
 * payments, then invoices, each by id. So no two requests settle with one ringgit, and none waits for the other in a circle.
 */
@Injectable()
export class StudentAccounts extends Repository<Student> {
  constructor(
    database: Database,
    private readonly invoices: InvoiceRepository,
    private readonly ledger: SettlementLedger,
    private readonly payments: EducationPaymentRepository,
    private readonly refunds: RefundLedger,
    private readonly following: PaymentRequestFollowing,
  ) {
    super(database, Student, { noun: nouns.student });
  }

  /** Of a student whose money is moved; one that was deleted has an account still. */
  async lockAccount(ctx: Context, student_id: string): Promise<void> {
    const rows = await ctx.db.lock(
      `select r.id, r.version from ${this.table.path} r where r.tenant_id = $1 and r.id = $2 for no key update`,
      [ctx.tenant_id, student_id],
    );
    const held = (rows as [string, number][]).map(([id, version]) => ({ id, version }));
    noteHeld(ctx, { path: this.table.path, words: this.words }, held);
  }

  /** Those who are active in a class, locked. */
  lockOfClass(ctx: Context, class_id: string): Promise<Student[]> {
    const active = `select e.student_id from education.enrollments e
      where e.tenant_id = $1 and e.class_id = $2 and e.status = 'active' and e.deleted_at is null`;
    return this.lockWhere(ctx, `r.id in (${active})`, [class_id]);
  }

  /** Those of a level, by any of its names; locked. */
  lockOfLevel(ctx: Context, grade_level: string): Promise<Student[]> {
    return this.lockWhere(ctx, `r.current_grade_key = ${levelKeySql('$2::text')}`, [grade_level]);
  }

  /**
   * Those who are to be invoiced for a fee and a period and have no invoice of it, the first by their ids; locked. They have an active
   * enrollment that began by today. Students have been there since the first of their enrollments: another class, or one more, makes
   * no student late.
   */
  lockToInvoice(ctx: Context, { fee, period, invoiced_on, since, today }: ToInvoice, most: number): Promise<Student[]> {
    // A blank level is none.
    const levels = fee.grade_level?.trim() ? [fee.grade_level] : [];
    const level = levels.map(() => `and s.current_grade_key = ${levelKeySql('$9::text')}`).join('');
    // A student who is recorded late is invoiced for the period that is running, and for none before.
    const recorded = today > period.to ? '' : ", (e.created_at at time zone interval '8 hours')::date";
    const until = today < period.to ? today : period.to;
    const values = [fee.id, period.name, invoiced_on, since, until, most, period.from];
    return this.lockWhere(
      ctx,
      `r.id in (
        select s.id from education.students s
         where s.tenant_id = $1 and s.deleted_at is null ${level}
           and exists (
             select from education.enrollments e
              where e.tenant_id = $1 and e.student_id = s.id and e.status = 'active' and e.deleted_at is null
                and e.enrollment_date <= $6::date)
           and greatest($4::date, (
             select min(greatest(e.enrollment_date${recorded})) from education.enrollments e
              where e.tenant_id = $1 and e.student_id = s.id and e.deleted_at is null
                and (e.status = 'active' or exists (
                  select from education.withdrawals w
                   where w.tenant_id = $1 and w.enrollment_id = e.id and w.withdrawal_date >= $8::date)))) >= $5::date
           and not exists (
             select from education.invoices i
              where i.tenant_id = $1 and i.student_id = s.id and i.fee_id = $2 and i.late_fee_of is null
                and i.period_key = lower(btrim($3)))
         order by s.id limit $7)`,
      [...values, ...levels],
    );
  }

  /** Nothing of a student is changed here, so what the thousands of a run were is not remembered. */
  protected override async lockWhere(ctx: Context, condition: string, values: readonly unknown[]): Promise<Student[]> {
    const rows = await ctx.db.lock(
      `select ${this.table.selected} from ${this.table.path} r
       where ${this.mine} and ${condition} order by r.id for no key update`,
      [ctx.tenant_id, ...values],
    );
    const students = rows.map((row) => this.hydrate(ctx, row));
    noteHeld(ctx, { path: this.table.path, words: this.words }, students);
    return students;
  }

  /** Enqueues what was settled of locked invoices, and the entries. Payments and new invoices are written by who made them. */
  enter(ctx: Context, entries: readonly Settled[], held: readonly Invoice[]): void {
    const touched = new Set(entries.map(({ invoice_id }) => invoice_id));
    const changed = held.filter(({ id }) => touched.has(id));
    this.invoices.updateMany(ctx, changed, ['settled', 'settlements', 'due_date'], null);
    tellSettled(ctx, changed, entries);
    this.ledger.append(ctx, entries);
  }

  /** Open payment requests of a student's invoices, locked. They are sent behind the locks of the invoices. */
  lockRequests(ctx: Context, student_id: string): Promise<PaymentRequest[]> {
    const select = 'select i.id from education.invoices i where i.tenant_id = $1 and i.student_id = $3';
    return this.following.lockOpenAmong(ctx, 'education.invoice', select, student_id);
  }

  /** Tells open requests what is left of those invoices among the locked ones. @param payment_request_id the one by which money came */
  follow(
    ctx: Context,
    requests: readonly PaymentRequest[],
    held: readonly Invoice[],
    payment_request_id: string | null = null,
  ): void {
    for (const request of requests) {
      const invoice = held.find(({ id }) => id === request.subject_id);
      if (!invoice) continue;
      const left = { open: invoice.balance, is_cancelled: invoice.cancelled_at !== null };
      this.following.follow(ctx, request, left, payment_request_id);
    }
  }

  /** Locks an account, and the payments that a refund may take from. */
  async lockForRefund(ctx: Context, student_id: string): Promise<EducationPayment[]> {
    const [, unspent] = await Promise.all([
      this.lockAccount(ctx, student_id),
      this.payments.lockUnspent(ctx, [student_id], RINGGIT),
    ]);
    return unspent;
  }

  /** Enqueues what the refund of a withdrawal takes from locked payments. */
  refund(ctx: Context, { id }: Withdrawal, amount: number, unspent: readonly EducationPayment[]): void {
    const entries = takeRefund(unspent, id, amount);
    this.payments.saveSpent(ctx, unspent, entries);
    this.refunds.append(ctx, entries);
  }
}
