import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  oneDay,
  type Context,
  type Filters,
  type ListedDays,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { paidBy, receivedBy } from '@usaha/core';
import { nouns } from '../messages.js';
import { EducationPayment } from './payment.entity.js';
import { paymentEvents } from './payment.events.js';

/** Filters of a list of payments. */
export interface EducationPaymentQuery extends ListedDays {
  student_id?: string;
  fee_id?: string;
  /** Trimmed, in any case. */
  payment_method?: string;
  /** Under any of its names: `tunai` finds cash. */
  method?: string;
  /** Id of the user who received it, or `online` or `unspecified`. */
  received_by?: string;
}

const filters: Filters<EducationPaymentQuery> = {
  student_id: equalsId('student_id'),
  fee_id: equalsId('fee_id'),
  payment_method: equalsKey('payment_method_key'),
  method: paidBy('r.payment_method'),
  received_by: receivedBy('r.received_by', '(r.payment_request_id is not null)'),
  date_from: atLeast('payment_date'),
  date_to: atMost('payment_date'),
  date: equals('payment_date'),
};

declareReferences({ payments_student: 'student_id', payments_fee: 'fee_id' });

/** The payments of a tenant, those that are void too. */
@Injectable()
export class EducationPaymentRepository extends Repository<EducationPayment, EducationPaymentQuery> {
  constructor(database: Database) {
    super(database, EducationPayment, { noun: nouns.education_payment, filters, events: paymentEvents });
  }

  /** One page, newest first. */
  override list(ctx: Context, query: EducationPaymentQuery, page: PageRequest): Promise<Page<EducationPayment>> {
    return super.list(ctx, oneDay(query), page);
  }

  /** Payments of these students that have money left, locked; the students are held before. */
  lockUnspent(ctx: Context, student_ids: readonly string[], currency: string): Promise<EducationPayment[]> {
    return this.lockWhere(ctx, 'r.student_id = any($2) and r.has_rest and r.currency = $3', [student_ids, currency]);
  }

  /** The same in all currencies. */
  lockUnspentOf(ctx: Context, student_ids: readonly string[]): Promise<EducationPayment[]> {
    return this.lockWhere(ctx, 'r.student_id = any($2) and r.has_rest', [student_ids]);
  }

  /** Payments by requests that settle an invoice, or did, locked; the student is held before. */
  lockRequested(ctx: Context, invoice_id: string, payment_request_id: string | null): Promise<EducationPayment[]> {
    return this.lockWhere(
      ctx,
      `r.payment_request_id is not null and ($3::uuid is null or r.payment_request_id = $3) and r.voided_at is null
        and (r.id in (select s.payment_id from education.invoice_settlements s where s.tenant_id = $1 and s.invoice_id = $2))`,
      [invoice_id, payment_request_id],
    );
  }

  /** Whether money of a payment went back by its request. */
  async wasReturned(ctx: Context, { payment_request_id }: EducationPayment): Promise<boolean> {
    if (payment_request_id === null) return false;
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r
        where ${this.mine} and r.payment_request_id = $2 and r.amount < 0 limit 1`,
      [ctx.tenant_id, payment_request_id],
    );
    return rows.length > 0;
  }

  /** What payments of students have left. */
  async unallocatedOf(ctx: Context, student_ids: readonly string[], currency: string): Promise<number> {
    const [row] = await ctx.db.read(
      `select coalesce(sum(r.amount - r.settled - r.refunded), 0) from ${this.table.path} r
        where ${this.mine} and r.student_id = any($2) and r.has_rest and r.currency = $3`,
      [ctx.tenant_id, student_ids, currency],
    );
    return row?.[0] as number;
  }

  /** Enqueues what locked payments were spent on, of those that entries name. */
  saveSpent(ctx: Context, held: readonly EducationPayment[], entries: readonly { payment_id: string }[]): void {
    const named = new Set(entries.map(({ payment_id }) => payment_id));
    const spent = held.filter(({ id }) => named.has(id));
    this.updateMany(ctx, spent, ['settled', 'refunded', 'refunds'], null);
  }

  /** All of students in a currency, those that are void too, oldest first. */
  async ofStudents(ctx: Context, student_ids: readonly string[], currency: string): Promise<EducationPayment[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
       where ${this.mine} and r.student_id = any($2) and r.currency = $3 order by r.id`,
      [ctx.tenant_id, student_ids, currency],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
