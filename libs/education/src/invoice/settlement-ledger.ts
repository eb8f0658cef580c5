import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import { InvoiceSettlement } from './settlement.entity.js';

/** What payments settled of invoices. */
@Injectable()
export class SettlementLedger extends Ledger<InvoiceSettlement> {
  constructor(database: Database) {
    super(database, InvoiceSettlement, 'invoice_id');
  }

  /** What a payment settles now, by invoice: what was taken back is gone. */
  async settledBy(ctx: Context, payment_id: string): Promise<Map<string, number>> {
    const rows = await ctx.db.query(
      `select r.invoice_id, sum(r.amount) from ${this.table.path} r
       where r.tenant_id = $1 and r.payment_id = $2 group by r.invoice_id having sum(r.amount) <> 0`,
      [ctx.tenant_id, payment_id],
    );
    return new Map(rows.map(([invoice_id, amount]) => [invoice_id as string, amount as number]));
  }
}
