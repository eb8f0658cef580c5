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

declareUnique({ invoices_once: 'period', invoices_number: 'invoice_number' });
declareReferences({ invoices_student: 'student_id', invoices_fee: 'fee_id' });

/** The invoices of a tenant. */
@Injectable()
export class InvoiceRepository extends Repository<Invoice, Conditions> {
  constructor(database: Database) {
    super(database, Invoice, { noun: nouns.invoice, filters, extraColumns: STUDENT_DELETED });
  }

  /** One page, newest first; the state asked for is the one of today. */
  matching(ctx: Context, { state, ...query }: InvoiceQuery, page: PageRequest): Promise<Page<Invoice>> {
    const today = malaysianDay(ctx.now);
    return this.list(ctx, { ...query, ...(state === undefined ? {} : { state: { state, today } }) }, page);
  }

  /** What students still owe, locked; the students are held before. Ids that are none owe nothing. */
  lockOwed(ctx: Context, student_ids: readonly string[]): Promise<Invoice[]> {
    return this.lockWhere(ctx, 'r.student_id = any($2) and not r.is_paid', [student_ids.filter(isUuid)]);
  }

  /** Which students were asked for a fee in a period; periods are compared trimmed and in any case. */
  async askedFor(ctx: Context, fee_id: string, period: string): Promise<Set<string>> {
    const rows = await ctx.db.read(
      `select r.student_id from ${this.table.path} r
       where r.tenant_id = $1 and r.fee_id = $2 and r.period_key = lower(btrim($3)) and r.cancelled_at is null`,
      [ctx.tenant_id, fee_id, period],
    );
    return new Set(rows.map(([student_id]) => student_id as string));
  }

  /** All of a student in a currency, oldest first. */
  async ofStudent(ctx: Context, student_id: string, currency: string): Promise<Invoice[]> {
    const rows = await ctx.db.read(
      `select ${this.selected} from ${this.table.path} r
       where ${this.mine} and r.student_id = $2 and r.currency = $3 order by r.id`,
      [ctx.tenant_id, student_id, currency],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  protected override hydrate(ctx: Context, row: Row): Invoice {
    return Object.assign(super.hydrate(ctx, row), { student_deleted: row[this.table.width] === true });
  }
}
