import { recordEvents } from '@usaha/shared/events';
import type { Product } from './product.entity.js';

/** The events of products. Their stock has separate events: see `StockKeeper`. */
export const productEvents = recordEvents<Product>('retail.product')({
  path: '/api/v1/retail/products/{id}/',
  contract_path: null,
  data: {
    sku: 'text',
    selling_price: 'money',
    is_active: 'flag',
    current_stock: 'count',
    minimum_stock: 'count',
  },
  changed: true,
  fields: { status: 'is_active', expires_on: null },
  verbs: {
    created: { en: 'A product was created.', ms: 'Satu produk telah dicipta.' },
    updated: { en: 'A product was changed.', ms: 'Satu produk telah diubah.' },
    deleted: { en: 'A product was deleted.', ms: 'Satu produk telah dipadam.' },
    restored: { en: 'A product was restored.', ms: 'Satu produk telah dipulihkan.' },
  },
});
