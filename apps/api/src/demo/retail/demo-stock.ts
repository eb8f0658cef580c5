import { StockMovement, type MovementKind, type Product } from '@usaha/retail';
import { newId } from '@usaha/shared';
import type { DemoProduct } from './demo-products.js';
import type { DemoShop } from './demo-shops.js';

/** A product on the shelf of a demo shop. */
export interface StockedProduct {
  product: Product;
  popularity: number;
  /** What a delivery fills the shelf up to; null for what has no stock. */
  filled_to: number | null;
  /** Whether its supplier stopped delivering a month before the history ends, so that there are shortages to be seen. */
  is_running_out: boolean;
}

/** How many days' sales fill a shelf, and how many are the least that should be there. */
const FILLED_DAYS = 24;
const LEAST_DAYS = 4;

const EVERY_RUNNING_OUT = 19;
const EVERY_OVERSTOCKED = 29;

/** What the shop has of each product on its first day, and the least and most that it should have. */
export function stockPlanOf(
  shop: DemoShop,
  products: readonly DemoProduct[],
): { opening: number; minimum_stock: number; maximum_stock: number }[] {
  const lines = shop.basket.reduce((sum, weight, i) => sum + weight * (i + 1), 0) / sumOf(shop.basket);
  const pieces = shop.daily * lines * ((1 + shop.pieces) / 2);
  const popularity = sumOf(products.map((product) => product.popularity));
  return products.map((product, i) => {
    const daily = (pieces * product.popularity) / popularity;
    const opening = Math.ceil(daily * FILLED_DAYS) + 4;
    return {
      opening,
      minimum_stock: Math.ceil(daily * LEAST_DAYS),
      maximum_stock: i % EVERY_OVERSTOCKED === 3 ? Math.ceil(opening * 0.4) : opening * 2,
    };
  });
}

export const runsOut = (i: number): boolean => i % EVERY_RUNNING_OUT === 7;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

/** Moves a product's stock as `StockKeeper` does: product and ledger together. @returns the ledger's entry */
export function moveStock(
  product: Product,
  quantity_changed: number,
  at: Date,
  why: { kind: MovementKind } & Partial<Pick<StockMovement, 'reason' | 'reference' | 'sale_id' | 'actor_id'>>,
): StockMovement {
  product.changeStock(quantity_changed, 'quantity');
  product.version += 1;
  product.updated_at = at;
  return Object.assign(new StockMovement(), {
    id: newId(at),
    created_at: at,
    position: product.version,
    product_id: product.id,
    quantity_changed,
    balance: product.current_stock,
    ...why,
  });
}
