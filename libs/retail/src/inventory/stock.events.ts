import { announce, type Context } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import type { Product } from '../product/product.entity.js';
import { movementKinds, type StockMovement } from './stock-movement.entity.js';

/** Announced when a tracked stock falls to its minimum or below, where the tenant wants to hear of it. */
export const STOCK_FELL = 'retail.stock_fell_to_minimum';

const ofProduct = { path: '/api/v1/retail/products/{id}/', contract_path: null };
const stockOf = ({ id, version, sku, current_stock, minimum_stock }: Product) => ({
  id,
  version,
  sku,
  current_stock,
  minimum_stock,
});

/** An entry of the ledger of stock: the id and the version are the product's. */
const stockChanged = eventType('retail.stock.changed', {
  ...ofProduct,
  said: { en: "A product's stock changed.", ms: 'Stok satu produk telah berubah.' },
  data: {
    sku: 'text',
    current_stock: 'count',
    minimum_stock: 'count',
    kind: oneOf(movementKinds),
    quantity_changed: 'count',
    sale_id: 'id?',
  },
});

/** A tracked stock that was above its minimum came to it or below, also where the minimum was raised. */
export const fellToMinimum = eventType('retail.stock.fell_to_minimum', {
  ...ofProduct,
  said: { en: "A product's stock fell to its minimum.", ms: 'Stok satu produk telah susut ke paras minimum.' },
  data: { sku: 'text', current_stock: 'count', minimum_stock: 'count' },
  inner: STOCK_FELL,
});

/** @param product as the entry leaves it */
export const tellStockChange = (
  ctx: Context,
  product: Product,
  { kind, quantity_changed, sale_id }: Pick<StockMovement, 'kind' | 'quantity_changed' | 'sale_id'>,
): void => tell(ctx, stockChanged, () => ({ ...stockOf(product), kind, quantity_changed, sale_id }));

export const tellFallen = (ctx: Context, product: Product): void => tell(ctx, fellToMinimum, () => stockOf(product));

/** The same for handlers of the inner name. */
export const announceFallen = (ctx: Context, { id, sku, current_stock, minimum_stock }: Product): void =>
  announce(ctx, STOCK_FELL, { product_id: id, sku, current_stock, minimum_stock });
