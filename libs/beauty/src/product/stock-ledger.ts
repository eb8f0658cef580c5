import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import { tellStockChange } from './product.events.js';
import { BeautyStockMovement } from './stock-movement.entity.js';

/** The movements of products' stock. */
@Injectable()
export class BeautyStockLedger extends Ledger<BeautyStockMovement> {
  constructor(database: Database) {
    super(database, BeautyStockMovement, 'product_id');
  }

  /** Enqueues movements of products whose stock is written in the same transaction, and announces each. */
  override append(
    ctx: Context,
    movements: Parameters<Ledger<BeautyStockMovement>['append']>[1],
  ): BeautyStockMovement[] {
    const entered = super.append(ctx, movements);
    for (const movement of entered) tellStockChange(ctx, movement);
    return entered;
  }

  /** Whether an appointment, which is held, has taken of some product before. */
  async hasUsed(ctx: Context, appointment_id: string): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from ${this.table.path} r where r.tenant_id = $1 and r.appointment_id = $2 and r.kind = 'used' limit 1`,
      [ctx.tenant_id, appointment_id],
    );
    return rows.length > 0;
  }
}
