import { Injectable } from '@nestjs/common';
import { invalid, withoutCards, type Context, type Page, type PageRequest } from '@usaha/shared';
import { ProductRepository } from '../product/product.repository.js';
import { moved, type StockResult } from '../product/product.service.js';
import { moveBetween } from './shelves.js';
import { StockAlerts, type AlertQuery, type StockAlert } from './stock-alerts.js';
import { StockKeeper } from './stock-keeper.js';
import { StockLedger } from './stock-ledger.js';
import { StockLocations } from './stock-locations.js';
import type { StockMovement } from './stock-movement.entity.js';
import { messages } from '../messages.js';

/** A correction of a product's stock by a number of units. */
export interface Adjustment {
  product_id: string;
  /** Whole units; negative reduces, 0 is none. */
  quantity: number;
  reason?: string | null;
  reference?: string | null;
  notes?: string | null;
}

/** Units of a product that move from one location to another. */
export interface Transfer {
  product_id: string;
  /** Whole units, above 0. */
  quantity: number;
  from_location: string;
  to_location: string;
  reference?: string | null;
  notes?: string | null;
}

/** What a transfer did; the total stays as it was. */
export interface TransferResult extends Omit<StockResult, 'quantity_changed'> {
  quantity_changed: 0;
  quantity: number;
  from_location: string;
  to_location: string;
}

/** The changes of stock other than sales: corrections, transfers, alerts, and the ledger of it all. */
@Injectable()
export class InventoryService {
  constructor(
    private readonly products: ProductRepository,
    private readonly stock: StockKeeper,
    private readonly locations: StockLocations,
    private readonly ledger: StockLedger,
    private readonly stockAlerts: StockAlerts,
  ) {}

  /** @throws invalid (unknown product; 0; the stock would go below 0: A-99) */
  async adjust(ctx: Context, { product_id, quantity, ...why }: Adjustment): Promise<StockResult> {
    if (quantity === 0) throw invalid('quantity', messages.quantityZero());
    const product = await this.products.lockReferenced(ctx, 'product_id', product_id);
    return moved(ctx, product, () =>
      this.stock.move(ctx, [{ product, kind: 'adjustment', quantity_changed: quantity, ...why }]),
    );
  }

  /**
   * Stock that was never moved has no location: a transfer takes from its from_location, then from that.
   * @throws invalid (unknown product; the same location twice; more than there is)
   */
  async transfer(ctx: Context, { product_id, reference, notes, ...asked }: Transfer): Promise<TransferResult> {
    // Locations are found by their names as they are kept.
    const [from_location, to_location] = [
      withoutCards(asked.from_location.trim()),
      withoutCards(asked.to_location.trim()),
    ];
    const move = { ...asked, from_location, to_location };
    if (move.from_location === move.to_location) throw invalid('to_location', messages.sameLocation());
    const product = await this.products.lockReferenced(ctx, 'product_id', product_id);
    const shelves = (await this.locations.of(ctx, [product.id])).get(product.id) ?? new Map<string, number>();
    const moves = moveBetween(shelves, product.undistributed, move);
    if (!moves) {
      const there = (shelves.get(move.from_location) ?? 0) + product.undistributed;
      throw invalid('quantity', messages.cannotBeMoved({ sku: product.sku, there, location: move.from_location }));
    }
    this.stock.transfer(ctx, product, { ...moves, reference, notes });
    return {
      product_id: product.id,
      previous_stock: product.current_stock,
      quantity_changed: 0,
      new_stock: product.current_stock,
      ...move,
      timestamp: ctx.now,
    };
  }

  /** Products that are short, too many, or about to expire. */
  alerts(ctx: Context, query: AlertQuery, page: PageRequest): Promise<Page<StockAlert>> {
    return this.stockAlerts.list(ctx, query, page);
  }

  /** All changes of a product's stock, newest first. @throws not_found */
  async movements(ctx: Context, product_id: string, page: PageRequest): Promise<Page<StockMovement>> {
    const { id } = await this.products.get(ctx, product_id);
    return this.ledger.list(ctx, id, page);
  }
}
