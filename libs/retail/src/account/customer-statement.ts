import { Injectable } from '@nestjs/common';
import { fromDay, invalid, malaysianDay, offsetOf, toDay, where, type Context, type PageRequest } from '@usaha/shared';
import type { Customer } from '../customer/customer.entity.js';
import { CustomerRepository } from '../customer/customer.repository.js';
import { messages } from '../messages.js';

/** What a statement says happened; of money that was received at the sale it says payment. */
export type StatementKind = 'sale' | 'payment' | 'refund' | 'void' | 'reversal';

/** One line of a customer's account, in MYR. */
export interface StatementLine {
  /** YYYY-MM-DD, UTC+8. */
  date: string;
  kind: StatementKind;
  sale_id: string;
  /** Of the invoice. */
  number: string;
  /** Of a payment, as it was sent. */
  payment_method: string | null;
  /** What the customer has to pay more; null where something was paid or taken off. */
  charged: number | null;
  paid: number | null;
  /** The debt after it. */
  balance: number;
}

/** A page of a customer's sales on account, and of what was paid of them; sums are of the whole period, in MYR. */
export interface CustomerStatement {
  customer: Customer;
  /** YYYY-MM-DD in Malaysia: the day on which it was made out. */
  date: string;
  /** Owed before the first line of the period. */
  opening_balance: number;
  charged: number;
  paid: number;
  /** opening_balance + charged − paid */
  balance: number;
  /** Lines on all pages. */
  total_lines: number;
  /** Oldest first; each `balance` counts the lines of earlier pages. */
  lines: StatementLine[];
}

/** Calendar days, UTC+8, both included. */
export interface StatementPeriod {
  date_from?: string;
  date_to?: string;
}

/** Lines of a statement that is read whole, such as a printed one. */
export const MOST_STATEMENT_LINES = 1_000;

const since = { date_from: fromDay('created_at') };
const until = { date_to: toDay('created_at') };

/**
 * SQL of what an entry `r` of a sale `s` did to the account: a sale is charged whole, and what was paid at it taken off. Entries of
 * money that was given back do nothing.
 */
const done = `
  select 1 as place, 'sale' as kind, null as method, s.total as charged, null::numeric as paid
   where r.kind = 'sale' and r.opens
  union all
  select 2, 'payment', r.method, null, r.amount where not r.is_owed and r.kind in ('sale', 'payment')
  union all
  select 2, r.kind, null, case when r.amount > 0 then r.amount end, case when r.amount <= 0 then -r.amount end
   where r.is_owed and r.kind not in ('sale', 'payment')`;

const ORDER = 'm.created_at, m.sale_id, m.position, m.place';

/** Statements of the accounts of customers. */
@Injectable()
export class CustomerStatements {
  constructor(private readonly customers: CustomerRepository) {}

  /** One page of the lines of a period. @throws not_found */
  async of(
    ctx: Context,
    customer_id: string,
    { date_from, date_to }: StatementPeriod,
    page: PageRequest,
  ): Promise<CustomerStatement> {
    const customer = await this.customers.get(ctx, customer_id);
    const values: unknown[] = [ctx.tenant_id, customer.id];
    const fixed = ['s.tenant_id = $1', 's.customer_id = $2', 's.on_account', 's.deleted_at is null'];
    const condition = where(until, { date_to }, fixed, values);
    const shown = where(since, { date_from }, ['true'], values);
    const part = `limit $${values.push(page.size)} offset $${values.push(offsetOf(page))}`;
    // One statement: sums and lines are of the same moment.
    const rows = await ctx.db.read(
      `with m as (
         select r.created_at, r.sale_id, r.position, s.invoice_number, d.*, ${shown} as is_shown,
                sum(coalesce(d.charged, 0) - coalesce(d.paid, 0))
                  over (order by r.created_at, r.sale_id, r.position, d.place rows unbounded preceding) as balance
           from retail.sales s
           join retail.sale_payments r on r.tenant_id = $1 and r.sale_id = s.id
          cross join lateral (${done}) d
          where ${condition}),
       t as (
         select coalesce(sum(coalesce(m.charged, 0) - coalesce(m.paid, 0)) filter (where not m.is_shown), 0) as opening,
                coalesce(sum(m.charged) filter (where m.is_shown), 0) as charged,
                coalesce(sum(m.paid) filter (where m.is_shown), 0) as paid,
                coalesce(sum(coalesce(m.charged, 0) - coalesce(m.paid, 0)), 0) as balance,
                count(*) filter (where m.is_shown) as lines
           from m)
       select t.opening, t.charged, t.paid, t.balance, t.lines,
              m.created_at, m.kind, m.sale_id, m.invoice_number, m.method, m.charged, m.paid, m.balance
         from t left join (select * from m where m.is_shown order by ${ORDER} ${part}) m on true
        order by ${ORDER}`,
      values,
    );
    const [[opening_balance, charged, paid, balance, total_lines]] = rows as [[number, number, number, number, number]];
    return {
      customer,
      date: malaysianDay(ctx.now),
      opening_balance,
      charged,
      paid,
      balance,
      total_lines,
      lines: rows.filter((row) => row[5] !== null).map(([, , , , , ...line]) => lineOf(line as ShownLine)),
    };
  }

  /**
   * All lines of a period.
   * @throws not_found; invalid for a period with more than `MOST_STATEMENT_LINES`
   */
  async whole(ctx: Context, customer_id: string, period: StatementPeriod): Promise<CustomerStatement> {
    const statement = await this.of(ctx, customer_id, period, { page: 1, size: MOST_STATEMENT_LINES });
    const { total_lines: lines } = statement;
    if (lines > MOST_STATEMENT_LINES)
      throw invalid('date_from', messages.statementTooLong({ lines, most: MOST_STATEMENT_LINES }));
    return statement;
  }
}

type ShownLine = [Date, StatementKind, string, string, string | null, number | null, number | null, number];

const lineOf = ([at, kind, sale_id, number, payment_method, charged, paid, balance]: ShownLine): StatementLine => ({
  date: malaysianDay(at),
  kind,
  sale_id,
  number,
  payment_method,
  charged,
  paid,
  balance,
});
