import type { FileCollection } from '@usaha/core';
import type { CustomerRepository } from './customer/customer.repository.js';
import type { ProductRepository } from './product/product.repository.js';
import type { SaleRepository } from './sale/sale.repository.js';

/** The collections of retail whose records have files. */
export const fileCollections = (
  products: ProductRepository,
  customers: CustomerRepository,
  sales: SaleRepository,
): FileCollection[] => [
  { resource: 'retail.products', module: 'retail', table: 'retail.products', records: products },
  { resource: 'retail.customers', module: 'retail', table: 'retail.customers', records: customers },
  { resource: 'retail.sales', module: 'retail', table: 'retail.sales', records: sales },
];
