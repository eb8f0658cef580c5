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

  /** Writes down what a change of a held sale moved, if anything. @param before what its status took out until then */
  async note(ctx: Context, sale: Sale, before: Reversed): Promise<void> {
    const { reversed } = sale;
    const amount = money.add(reversed.amount, -before.amount);
    const rounding = money.add(reversed.rounding, -before.rounding);
    if (amount === 0 && rounding === 0) return;
    const position = sale.status_history.length + sale.refunds_made;
    await this.append(ctx, [{ position, sale_id: sale.id, amount, rounding }]);
  }
}
