import type { FileCollection } from '@usaha/core';
import type { ClientRepository } from './client/client.repository.js';
import type { BeautyProductRepository } from './product/product.repository.js';
import type { StaffRepository } from './staff/staff.repository.js';

export const PRODUCTS = 'beauty.products';

/** The collections of beauty whose records have files. Papers of staff are closed to role user. */
export const fileCollections = (
  products: BeautyProductRepository,
  clients: ClientRepository,
  staff: StaffRepository,
): FileCollection[] => [
  {
    resource: PRODUCTS,
    module: 'beauty',
    table: 'beauty.products',
    records: products,
    names: (ctx, { id, record_id }) => products.shows(ctx, record_id, id),
  },
  { resource: 'beauty.clients', module: 'beauty', table: 'beauty.clients', records: clients },
  { resource: 'beauty.staff', module: 'beauty', table: 'beauty.staff', records: staff, readBy: 'staff' },
];
