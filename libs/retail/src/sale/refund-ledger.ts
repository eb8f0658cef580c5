import { Injectable } from '@nestjs/common';
import { Database, Ledger, isUuid, notFound, type Context } from '@usaha/shared';
import { SaleRefund } from './sale-refund.entity.js';
import type { Sale } from './sale.entity.js';
import { nouns } from '../messages.js';

/** The refunds of sales, each with its credit note. */
@Injectable()
export class RefundLedger extends Ledger<SaleRefund, 'credit_note_number'> {
  constructor(database: Database) {
    super(database, SaleRefund, 'sale_id');
  }

  /** A refund of any sale. @throws not_found */
  async get(ctx: Context, id: string): Promise<SaleRefund> {
    const [row] = isUuid(id)
      ? await ctx.db.read(
          `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2`,
          [ctx.tenant_id, id],
        )
      : [];
    if (!row) throw notFound(nouns.refund);
    return this.hydrate(ctx, row);
  }

  /** One by its client_reference. */
  async byReference(ctx: Context, client_reference: string): Promise<SaleRefund | null> {
    const [row] = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.client_reference = $2`,
      [ctx.tenant_id, client_reference],
    );
    return row ? this.hydrate(ctx, row) : null;
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
