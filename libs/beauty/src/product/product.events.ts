import type { Context } from '@usaha/shared';
import { eventType, oneOf, recordEvents, tell } from '@usaha/shared/events';
import type { BeautyProduct } from './product.entity.js';
import { beautyMovementKinds, type BeautyStockMovement } from './stock-movement.entity.js';

const ofProduct = { path: '/api/v1/beauty/products/{id}/', contract_path: null };

/** The events of products. Each change of their stock has an event, too. */
export const beautyProductEvents = recordEvents<BeautyProduct>('beauty.product')({
  ...ofProduct,
  data: { price: 'money', stock_quantity: 'count' },
  changed: true,
  fields: { stock_tracked: null },
  verbs: {
    created: { en: 'A product of a salon was created.', ms: 'Satu produk salon telah dicipta.' },
    updated: { en: 'A product of a salon was changed.', ms: 'Satu produk salon telah diubah.' },
    deleted: { en: 'A product of a salon was deleted.', ms: 'Satu produk salon telah dipadam.' },
    restored: { en: 'A product of a salon was restored.', ms: 'Satu produk salon telah dipulihkan.' },
  },
});

const stockChanged = eventType('beauty.stock.changed', {
  ...ofProduct,
  said: { en: 'The stock of a product of a salon changed.', ms: 'Stok satu produk salon telah berubah.' },
  data: { kind: oneOf(beautyMovementKinds), quantity_changed: 'count', stock_quantity: 'count', appointment_id: 'id?' },
});

/** Tells an entry of the ledger of stock: its position is the version of the product. */
export const tellStockChange = (
  ctx: Context,
  {
    product_id: id,
    position: version,
    kind,
    quantity_changed,
    balance: stock_quantity,
    appointment_id,
  }: BeautyStockMovement,
): void => tell(ctx, stockChanged, () => ({ id, version, kind, quantity_changed, stock_quantity, appointment_id }));
