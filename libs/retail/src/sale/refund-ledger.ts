import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import { SaleRefund } from './sale-refund.entity.js';
import type { Sale } from './sale.entity.js';

/** The refunds of sales, each with its credit note. */
@Injectable()
export class RefundLedger extends Ledger<SaleRefund, 'credit_note_number'> {
  constructor(database: Database) {
    super(database, SaleRefund, 'sale_id');
  }

  /** Puts into each sale the refunds that it has; most have none, and cost nothing. */
  async load(ctx: Context, sales: readonly Sale[]): Promise<void> {
    const touched = sales.filter((sale) => sale.lines.some((line) => line.refunded_quantity > 0));
    if (touched.length === 0) return;
    const refunds = await this.of(
      ctx,
      touched.map(({ id }) => id),
    );
    for (const sale of touched) sale.show(refunds.filter((refund) => refund.sale_id === sale.id));
  }
}
