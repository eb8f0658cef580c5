import { Injectable } from '@nestjs/common';
import { malaysianDay, money, type Context } from '@usaha/shared';
import type { Customer } from '../customer/customer.entity.js';
import { CustomerRepository } from '../customer/customer.repository.js';
import type { PaymentKind } from '../sale/sale-payment.entity.js';

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

/** Sales on account of a customer, and what was paid of them, in MYR. */
export interface CustomerStatement {
  customer: Customer;
  /** YYYY-MM-DD in Malaysia: the day on which it was made out. */
  date: string;
  /** Owed before the first line. */
  opening_balance: number;
  charged: number;
  paid: number;
  /** opening_balance + charged − paid */
  balance: number;
  /** Oldest first. */
  lines: StatementLine[];
}

/** Calendar days, UTC+8, both included. */
export interface StatementPeriod {
  date_from?: string;
  date_to?: string;
}

type Movement = Omit<StatementLine, 'balance'>;

/** Statements of the accounts of customers. */
@Injectable()
export class CustomerStatements {
  constructor(private readonly customers: CustomerRepository) {}

  /** @throws not_found */
  async of(ctx: Context, customer_id: string, { date_from, date_to }: StatementPeriod): Promise<CustomerStatement> {
    const customer = await this.customers.get(ctx, customer_id);
    const all = (await this.movements(ctx, customer.id)).filter(({ date }) => date_to === undefined || date <= date_to);
    const isBefore = ({ date }: Movement): boolean => date_from !== undefined && date < date_from;
    const opening_balance = balanceOf(all.filter(isBefore));
    const shown = all.filter((movement) => !isBefore(movement));
    let balance = opening_balance;
    const lines = shown.map((movement) => {
      balance = money.add(balance, movement.charged ?? 0, -(movement.paid ?? 0));
      return { ...movement, balance };
    });
    const sum = (of: 'charged' | 'paid') => money.add(0, ...shown.map((movement) => movement[of] ?? 0));
    return {
      customer,
      date: malaysianDay(ctx.now),
      opening_balance,
      charged: sum('charged'),
      paid: sum('paid'),
      balance,
      lines,
    };
  }

  /** What raised and lowered the account, oldest first. A sale is charged whole, and what was paid at it taken off. */
  private async movements(ctx: Context, customer_id: string): Promise<Movement[]> {
    const rows = await ctx.db.read(
      `select r.created_at, r.kind, s.id, s.invoice_number, r.method, r.is_owed, r.opens, r.amount, s.total
         from retail.sales s join retail.sale_payments r on r.tenant_id = $1 and r.sale_id = s.id
        where s.tenant_id = $1 and s.customer_id = $2 and s.on_account and s.deleted_at is null
        order by r.created_at, s.id, r.position`,
      [ctx.tenant_id, customer_id],
    );
    return (rows as [Date, PaymentKind, string, string, string | null, boolean, boolean, number, number][]).flatMap(
      ([created_at, kind, sale_id, number, payment_method, is_owed, opens, amount, total]) => {
        const about = { date: malaysianDay(created_at), sale_id, number };
        const charge = (happened: StatementKind, charged: number): Movement => ({
          ...about,
          kind: happened,
          payment_method: null,
          charged,
          paid: null,
        });
        const settled = (happened: StatementKind, paid: number): Movement => ({
          ...about,
          kind: happened,
          payment_method: is_owed ? null : payment_method,
          charged: null,
          paid,
        });
        const made = kind === 'sale' && opens ? [charge('sale', total)] : [];
        if (!is_owed && (kind === 'sale' || kind === 'payment')) return [...made, settled('payment', amount)];
        if (!is_owed || kind === 'sale' || kind === 'payment') return made;
        return [amount > 0 ? charge(kind, amount) : settled(kind, money.add(0, -amount))];
      },
    );
  }
}

const balanceOf = (movements: readonly Movement[]): number =>
  money.add(0, ...movements.map(({ charged, paid }) => money.add(charged ?? 0, -(paid ?? 0))));
