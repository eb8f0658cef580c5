import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { Product } from '../product/product.entity.js';
import { ProductRepository } from '../product/product.repository.js';
import { RetailConfigurations } from '../settings.js';
import { takeOut } from './shelves.js';
import { StockLedger } from './stock-ledger.js';
import { StockLocations } from './stock-locations.js';
import type { LocationChange, MovementKind } from './stock-movement.entity.js';
import { announceFallen, tellFallen, tellStockChange } from './stock.events.js';

/** A change of one product's stock, and why. */
export interface StockChange {
  product: Product;
  kind: MovementKind;
  /** In units, negative when it leaves. */
  quantity_changed: number;
  reason?: string | null;
  reference?: string | null;
  notes?: string | null;
  sale_id?: string | null;
  /** Whether a stock that is too small goes to 0, and the movement says what was short. */
  takesWhatIsThere?: boolean;
  /** What a stock that is too small is blamed on; `quantity` unless given. */
  field?: string;
  /** Whether the stock was above the minimum of then; told where the minimum changes, too. */
  was_above?: boolean;
}

interface Planned extends StockChange {
  location_changes: LocationChange[];
  /** The whole stock after it. */
  balance: number;
  /** Units that were not there. */
  shortage: number;
  /** Whether it brought the stock down to its minimum. */
  fell: boolean;
}

/**
 * The only way in which a stock changes: product, locations and ledger move together, in the transaction of the change
 * that moved them. The products must be locked.
 */
@Injectable()
export class StockKeeper {
  constructor(
    private readonly products: ProductRepository,
    private readonly locations: StockLocations,
    private readonly ledger: StockLedger,
    private readonly configurations: RetailConfigurations,
  ) {}

  /** Enqueues the movement of the stock that a product was created with. */
  open(ctx: Context, product: Product): void {
    if (product.current_stock === 0) return;
    const opening = { product, kind: 'opening', quantity_changed: product.current_stock } as const;
    this.append(ctx, [{ ...opening, location_changes: [], balance: product.current_stock, shortage: 0, fell: false }]);
  }

  /**
   * Moves stocks, all or none. A change of 0 is no movement, but from then on the stock is a stated one, and tracked.
   * @returns whether one was short @throws invalid when one would go below 0
   */
  async move(ctx: Context, changes: readonly StockChange[]): Promise<boolean> {
    const moved = changes.filter((change) => change.quantity_changed !== 0 || !change.product.stock_tracked);
    const planned = await this.plan(ctx, moved);
    const isShort = planned.some(({ shortage }) => shortage > 0);
    const products = [...new Set(planned.map(({ product }) => product))];
    this.products.saveStocks(ctx, products);
    for (const { product, location_changes } of planned) this.locations.set(ctx, product.id, location_changes);
    this.append(ctx, planned);
    const fallen = planned.filter(({ fell }) => fell).map(({ product }) => product);
    for (const product of fallen) tellFallen(ctx, product);
    if (fallen.length > 0 && (await this.configurations.of(ctx)).enable_inventory_alerts)
      for (const product of fallen) announceFallen(ctx, product);
    return isShort;
  }

  /** Enqueues a move of stock between locations; the total stays. The product must be locked. */
  transfer(
    ctx: Context,
    product: Product,
    move: { changes: LocationChange[]; distributed: number; reference?: string | null; notes?: string | null },
  ): void {
    product.distribute(move.distributed);
    this.products.saveStocks(ctx, [product]);
    this.locations.set(ctx, product.id, move.changes);
    this.ledger.append(ctx, [
      {
        position: product.version,
        product_id: product.id,
        kind: 'transfer',
        quantity_changed: 0,
        balance: product.current_stock,
        shortage: 0,
        location_changes: move.changes,
        reason: null,
        reference: move.reference ?? null,
        notes: move.notes ?? null,
        sale_id: null,
      },
    ]);
    tellStockChange(ctx, product, { kind: 'transfer', quantity_changed: 0, sale_id: null });
  }

  private async plan(ctx: Context, changes: readonly StockChange[]): Promise<Planned[]> {
    const distributed = changes.filter((c) => c.quantity_changed < 0 && c.product.distributed > 0);
    const shelves = await this.locations.of(
      ctx,
      distributed.map(({ product }) => product.id),
    );
    return changes.map((change) => {
      const { product, field = 'quantity', was_above = product.is_above_minimum } = change;
      const shortage = change.takesWhatIsThere ? Math.max(0, -change.quantity_changed - product.current_stock) : 0;
      const quantity_changed = change.quantity_changed + shortage;
      const undistributed = product.undistributed;
      product.changeStock(quantity_changed, field);
      const here = shelves.get(product.id);
      const location_changes = here && quantity_changed < 0 ? takeOut(here, undistributed, -quantity_changed) : [];
      for (const { quantity_changed: taken } of location_changes) product.distribute(taken);
      const fell = was_above && !product.is_above_minimum;
      return { ...change, quantity_changed, location_changes, balance: product.current_stock, shortage, fell };
    });
  }

  private append(ctx: Context, planned: readonly Planned[]): void {
    const movements = planned.filter(({ quantity_changed, shortage }) => quantity_changed !== 0 || shortage > 0);
    this.ledger.append(
      ctx,
      movements.map((planned) => ({
        position: planned.product.version,
        product_id: planned.product.id,
        kind: planned.kind,
        quantity_changed: planned.quantity_changed,
        balance: planned.balance,
        shortage: planned.shortage,
        location_changes: planned.location_changes,
        reason: planned.reason ?? null,
        reference: planned.reference ?? null,
        notes: planned.notes ?? null,
        sale_id: planned.sale_id ?? null,
      })),
    );
    for (const { product, kind, quantity_changed, sale_id = null } of movements)
      tellStockChange(ctx, product, { kind, quantity_changed, sale_id });
  }
}
