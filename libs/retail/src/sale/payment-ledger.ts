import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import type { PaymentEntry } from './sale-payment.entity.js';
import { SalePayment } from './sale-payment.entity.js';
import type { Sale } from './sale.entity.js';

/** Entries of sales whose payments are kept one by one: received, owed, paid out. */
@Injectable()
export class PaymentLedger extends Ledger<SalePayment> {
  constructor(database: Database) {
    super(database, SalePayment, 'sale_id');
  }

  /** Puts into each sale the entries that it has; most keep none, and cost nothing. */
  async load(ctx: Context, sales: readonly Sale[]): Promise<void> {
    const kept = sales.filter((sale) => sale.payments_kept);
    if (kept.length === 0) return;
    const entries = await this.of(
      ctx,
      kept.map(({ id }) => id),
    );
    for (const sale of kept) sale.showEntries(entries.filter((entry) => entry.sale_id === sale.id));
  }

  /**
   * Enqueues entries of a locked sale whose entries are loaded, and adds them to it.
   * @param at when they were made; now unless told
   */
  enter(ctx: Context, sale: Sale, entries: readonly PaymentEntry[], at = ctx.now): void {
    const first = sale.entries.length + 1;
    const made = this.append(
      at === ctx.now ? ctx : { ...ctx, now: at },
      entries.map((entry, i) => ({ payment_request_id: null, ...entry, sale_id: sale.id, position: first + i })),
    );
    sale.showEntries([...sale.entries, ...made]);
  }
}
