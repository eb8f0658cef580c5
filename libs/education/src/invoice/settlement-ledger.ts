import { Injectable } from '@nestjs/common';
import type { PaymentMade } from '@usaha/core';
import { Database, Ledger, malaysianInstant, type Context, type StoredRecord } from '@usaha/shared';
import { InvoiceSettlement } from './settlement.entity.js';

/** What payments settled of invoices. */
@Injectable()
export class SettlementLedger extends Ledger<InvoiceSettlement> {
  constructor(database: Database) {
    super(database, InvoiceSettlement, 'invoice_id');
  }

  /** What a payment settles now, by invoice: what was taken back is gone. */
  async settledBy(ctx: Context, payment_id: string): Promise<Map<string, number>> {
    const rows = await ctx.db.read(
      `select r.invoice_id, sum(r.amount) from ${this.table.path} r
       where r.tenant_id = $1 and r.payment_id = $2 group by r.invoice_id having sum(r.amount) <> 0`,
      [ctx.tenant_id, payment_id],
    );
    return new Map(rows.map(([invoice_id, amount]) => [invoice_id as string, amount as number]));
  }

  /** What payments settle of an invoice now, by payment. */
  async settlingOf(ctx: Context, invoice_id: string): Promise<Map<string, number>> {
    const rows = await ctx.db.read(
      `select r.payment_id, sum(r.amount) from ${this.table.path} r
       where r.tenant_id = $1 and r.invoice_id = $2 group by r.payment_id having sum(r.amount) <> 0`,
      [ctx.tenant_id, invoice_id],
    );
    return new Map(rows.map(([payment_id, amount]) => [payment_id as string, amount as number]));
  }

  /** Payments of an invoice, oldest first, without those that were taken back. */
  async paymentsOf(ctx: Context, invoice_id: string): Promise<PaymentMade[]> {
    const rows = await ctx.db.read(
      `select p.receipt_number, p.payment_date, p.payment_method, s.amount
         from (select r.payment_id, sum(r.amount) as amount from ${this.table.path} r
                where r.tenant_id = $1 and r.invoice_id = $2 group by r.payment_id having sum(r.amount) <> 0) s
         join education.payments p on p.tenant_id = $1 and p.id = s.payment_id
        order by p.id`,
      [ctx.tenant_id, invoice_id],
    );
    return rows.map(([number, day, payment_method, amount]) => ({
      number: number as string,
      paid_at: malaysianInstant(day as string, '00:00:00'),
      payment_method: payment_method as string | null,
      amount: amount as number,
    }));
  }

  /** The numbers of the invoices that a payment settled when it was recorded: what its receipt says. */
  async invoiceNumbersOf(ctx: Context, { id, created_at }: Pick<StoredRecord, 'id' | 'created_at'>): Promise<string[]> {
    const rows = await ctx.db.read(
      `select i.invoice_number
         from (select r.invoice_id from ${this.table.path} r
                where r.tenant_id = $1 and r.payment_id = $2 and r.created_at = $3 and r.amount > 0 group by r.invoice_id) s
         join education.invoices i on i.tenant_id = $1 and i.id = s.invoice_id
        order by i.id`,
      [ctx.tenant_id, id, created_at],
    );
    return rows.map(([number]) => number as string);
  }
}
