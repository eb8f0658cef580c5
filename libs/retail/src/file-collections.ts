import type { FileCollection } from '@usaha/core';
import type { CustomerRepository } from './customer/customer.repository.js';
import type { ProductRepository } from './product/product.repository.js';
import type { SaleRepository } from './sale/sale.repository.js';

export const PRODUCTS = 'retail.products';

/** The collections of retail whose records have files. */
export const fileCollections = (
  products: ProductRepository,
  customers: CustomerRepository,
  sales: SaleRepository,
): FileCollection[] => [
  {
    resource: PRODUCTS,
    module: 'retail',
    table: 'retail.products',
    records: products,
    names: (ctx, { id, record_id }) => products.shows(ctx, record_id, id),
  },
  { resource: 'retail.customers', module: 'retail', table: 'retail.customers', records: customers },
  { resource: 'retail.sales', module: 'retail', table: 'retail.sales', records: sales },
];
