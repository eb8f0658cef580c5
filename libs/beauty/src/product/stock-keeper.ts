import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { MAX_STOCK, type BeautyProduct } from './product.entity.js';
import { BeautyProductRepository } from './product.repository.js';
import { BeautyStockLedger } from './stock-ledger.js';

/** How the stock of products changes: product and ledger move together, in the transaction of the change that moved them. */
@Injectable()
export class BeautyStockKeeper {
  constructor(
    private readonly products: BeautyProductRepository,
    private readonly ledger: BeautyStockLedger,
  ) {}

  /**
   * Notes that the stock of a product was stated.
   * @param product as it is with the new stock; saved, or about to be in the same transaction
   * @param quantity_changed by which it differs from the stock before; 0 is no movement
   */
  note(ctx: Context, product: BeautyProduct, kind: 'opening' | 'correction', quantity_changed: number): void {
    if (quantity_changed === 0) return;
    const { id: product_id, version: position, stock_quantity: balance } = product;
    const movement = { product_id, position, kind, quantity_changed, balance, shortage: 0, appointment_id: null };
    this.ledger.append(ctx, [movement]);
  }

  /**
   * Takes of products what the treatments of an appointment used, once per appointment. Too little is no reason to
   * refuse: what is there is taken, and what was short is noted on the movement. Products that are not tracked stay.
   * @param wanted whole units above 0 of each product; all of them held, by id, after the appointment
   */
  async take(ctx: Context, appointment_id: string, wanted: ReadonlyMap<BeautyProduct, number>): Promise<void> {
    const tracked = [...wanted].filter(([product]) => product.stock_tracked);
    if (tracked.length === 0 || (await this.ledger.hasUsed(ctx, appointment_id))) return;
    const used = tracked.map(([product, quantity]) => {
      const taken = product.take(quantity);
      return { product, taken, shortage: Math.min(quantity - taken, MAX_STOCK) };
    });
    this.products.saveStocks(
      ctx,
      used.map(({ product }) => product),
    );
    this.ledger.append(
      ctx,
      used.map(({ product, taken, shortage }) => ({
        product_id: product.id,
        position: product.version,
        kind: 'used' as const,
        quantity_changed: 0 - taken,
        balance: product.stock_quantity,
        shortage,
        appointment_id,
      })),
    );
  }

  /**
   * Takes products of the bill of an appointment from stock, or puts them back. As with treatments, too little is no reason to
   * refuse: what was short is noted. Products that are not tracked, or were deleted, stay.
   * @param wanted whole units to take of each product, below 0 to put back; they are locked here, by id
   * @returns what was taken, below 0 what was put back, by product
   */
  async sell(ctx: Context, appointment_id: string, wanted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const ids = [...wanted].filter(([, quantity]) => quantity !== 0).map(([id]) => id);
    if (ids.length === 0) return new Map();
    const tracked = (await this.products.lockAll(ctx, ids)).filter(({ stock_tracked }) => stock_tracked);
    const sold = tracked.map((product) => {
      const quantity = wanted.get(product.id) ?? 0;
      return { product, quantity, taken: quantity > 0 ? product.take(quantity) : -product.putBack(-quantity) };
    });
    if (sold.length === 0) return new Map();
    this.products.saveStocks(ctx, tracked);
    this.ledger.append(
      ctx,
      sold.map(({ product, quantity, taken }) => ({
        product_id: product.id,
        position: product.version,
        kind: quantity > 0 ? ('sold' as const) : ('returned' as const),
        quantity_changed: 0 - taken,
        balance: product.stock_quantity,
        shortage: Math.min(Math.max(0, quantity - taken), MAX_STOCK),
        appointment_id,
      })),
    );
    return new Map(sold.map(({ product, taken }) => [product.id, taken]));
  }
}
