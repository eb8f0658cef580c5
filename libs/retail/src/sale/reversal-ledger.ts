import { Injectable } from '@nestjs/common';
import { Database, Ledger, money, type Context } from '@usaha/shared';
import { SaleReversal, type Reversed } from './sale-reversal.entity.js';
import type { Sale } from './sale.entity.js';

/** What changes of status took out of what was sold, and brought back. */
@Injectable()
export class ReversalLedger extends Ledger<SaleReversal> {
  constructor(database: Database) {
    super(database, SaleReversal, 'sale_id');
  }

  /**
   * Writes down what a change of a held sale moved, if anything.
   * @param reversed what its status takes out from now on
   * @param wasCounted whether it took out nothing until now
   */
  async note(ctx: Context, sale: Sale, reversed: Reversed, wasCounted: boolean): Promise<void> {
    const before = wasCounted ? { amount: 0, rounding: 0 } : await this.notedOf(ctx, sale.id);
    const amount = money.add(reversed.amount, -before.amount);
    const rounding = money.add(reversed.rounding, -before.rounding);
    if (amount === 0 && rounding === 0) return;
    const position = sale.status_history.length + sale.refunds_made;
    this.append(ctx, [{ position, sale_id: sale.id, amount, rounding }]);
  }

  /** The entries of a sale. They are not worked out again: rules of rounding may have been others when they were written. */
  private async notedOf(ctx: Context, sale_id: string): Promise<Reversed> {
    const [row] = await ctx.db.read(
      `select coalesce(sum(r.amount), 0), coalesce(sum(r.rounding), 0) from retail.sale_reversals r
       where r.tenant_id = $1 and r.sale_id = $2`,
      [ctx.tenant_id, sale_id],
    );
    const [amount, rounding] = row as [number, number];
    return { amount, rounding };
  }
}
