import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  declareUnique,
  equalsId,
  isUuid,
  malaysianDay,
  type Bind,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type Row,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Invoice, type InvoiceState } from './invoice.entity.js';
import { invoiceEvents, tellBalance } from './invoice.events.js';

/** Filters of a list of invoices. */
export interface InvoiceQuery {
  /** As of today: an open one that was due before is overdue. */
  state?: InvoiceState;
  student_id?: string;
  fee_id?: string;
}

interface StateOnDay {
  state: InvoiceState;
  today: string;
}

/** `Invoice.stateOn` in SQL. */
function isIn({ state, today }: StateOnDay, bind: Bind): string {
  if (state === 'cancelled') return 'r.cancelled_at is not null';
  if (state === 'paid') return 'r.is_paid and r.cancelled_at is null';
  return `not r.is_paid and r.due_date ${state === 'overdue' ? '<' : '>='} ${bind(today)}`;
}

type Conditions = Omit<InvoiceQuery, 'state'> & { state?: StateOnDay };

const filters: Filters<Conditions> = {
  state: isIn,
  student_id: equalsId('student_id'),
  fee_id: equalsId('fee_id'),
};

/** Whether the student of `r` was deleted; the tenant is $1. */
const STUDENT_DELETED = `(select s.deleted_at is not null from education.students s where s.tenant_id = $1 and s.id = r.student_id)`;

declareUnique({ invoices_once: 'period', invoices_number: 'invoice_number', invoices_late_fee: 'late_fee_of' });
declareReferences({ invoices_student: 'student_id', invoices_fee: 'fee_id' });

/** The invoices of a tenant. */
@Injectable()
export class InvoiceRepository extends Repository<Invoice, Conditions> {
  constructor(database: Database) {
    super(database, Invoice, { noun: nouns.invoice, filters, extraColumns: STUDENT_DELETED, events: invoiceEvents });
  }

  /** One page, newest first; the state asked for is the one of today. */
  matching(ctx: Context, { state, ...query }: InvoiceQuery, page: PageRequest): Promise<Page<Invoice>> {
    const today = malaysianDay(ctx.now);
    return this.list(ctx, { ...query, ...(state === undefined ? {} : { state: { state, today } }) }, page);
  }

  /** Announces those of which nothing remains from the beginning as paid, too. */
  override async insertMany(ctx: Context, invoices: readonly Invoice[], action?: string): Promise<void> {
    await super.insertMany(ctx, invoices, action);
    for (const invoice of invoices) tellBalance(ctx, invoice, Infinity);
  }

  /** What students still owe, locked; the students are held before. Ids that are none owe nothing. */
  lockOwed(ctx: Context, student_ids: readonly string[]): Promise<Invoice[]> {
    return this.lockWhere(ctx, 'r.student_id = any($2) and not r.is_paid', [student_ids.filter(isUuid)]);
  }

  /**
   * Which students were asked for a fee in a period; periods are compared trimmed and in any case. Late fees are none of these.
   * @param orCancelled whether those count whose invoice was cancelled
   */
  async askedFor(ctx: Context, fee_id: string, period: string, { orCancelled = false } = {}): Promise<Set<string>> {
    const rows = await ctx.db.read(
      `select r.student_id from ${this.table.path} r
       where r.tenant_id = $1 and r.fee_id = $2 and r.period_key = lower(btrim($3)) and r.late_fee_of is null
         ${orCancelled ? '' : 'and r.cancelled_at is null'}`,
      [ctx.tenant_id, fee_id, period],
    );
    return new Set(rows.map(([student_id]) => student_id as string));
  }

  /** All of students in a currency, oldest first. */
  async ofStudents(ctx: Context, student_ids: readonly string[], currency: string): Promise<Invoice[]> {
    const rows = await ctx.db.read(
      `select ${this.selected} from ${this.table.path} r
       where ${this.mine} and r.student_id = any($2) and r.currency = $3 order by r.id`,
      [ctx.tenant_id, student_ids, currency],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** What students still owe in a currency, those due first first. @param most how many at most. */
  async openOf(ctx: Context, student_ids: readonly string[], currency: string, most: number): Promise<Invoice[]> {
    const rows = await ctx.db.read(
      `select ${this.selected} from ${this.table.path} r
       where ${this.mine} and r.student_id = any($2) and not r.is_paid and r.currency = $3 order by r.due_date, r.id limit $4`,
      [ctx.tenant_id, student_ids, currency, most],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /**
   * Invoices that are not paid, are due within a span, and have no late fee yet, by their ids; late fees and invoices of deleted
   * students are none of these.
   * @param after id of the last one that was looked at
   */
  async lateOnes(
    ctx: Context,
    due: { from: string; to: string },
    after: string | null,
    most: number,
  ): Promise<{ id: string; student_id: string }[]> {
    const rows = await ctx.db.read(
      `select r.id, r.student_id from ${this.table.path} r
         join education.students s on s.tenant_id = $1 and s.id = r.student_id and s.deleted_at is null
        where ${this.mine} and not r.is_paid and r.due_date between $2 and $3 and r.late_fee_of is null
          and not exists (select from ${this.table.path} l where l.tenant_id = $1 and l.late_fee_of = r.id)
          and ($4::uuid is null or r.id > $4)
        order by r.id limit $5`,
      [ctx.tenant_id, due.from, due.to, after, most],
    );
    return rows.map(([id, student_id]) => ({ id, student_id }) as { id: string; student_id: string });
  }

  /** Which of some invoices have a late fee, cancelled or not. */
  async chargedLate(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
    const rows = await ctx.db.read(
      `select r.late_fee_of from ${this.table.path} r where r.tenant_id = $1 and r.late_fee_of = any($2)`,
      [ctx.tenant_id, ids],
    );
    return new Set(rows.map(([id]) => id as string));
  }

  protected override hydrate(ctx: Context, row: Row): Invoice {
    return Object.assign(super.hydrate(ctx, row), { student_deleted: row[this.table.width] === true });
  }
}
