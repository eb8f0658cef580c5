import { Product, ProductService } from '@usaha/retail';
import { dataTable } from '../../../data-tables/data-table.js';
import { placeInArchive } from '../../../files/picture-urls.js';
import { ProductBody, ProductPatch, ProductView, productView } from './products.wire.js';

/** The products of a tenant, as they are written many at once. */
export const productTable = dataTable({
  resource: 'retail.products',
  entity: Product,
  service: ProductService,
  body: ProductBody,
  patch: ProductPatch,
  view: ProductView,
  keys: ['sku', 'barcode'],
  usual: 'sku',
  balances: ['current_stock'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  // Addresses are no column of a body: none is compared.
  show: () => productView(placeInArchive),
});
