import { Customer, CustomerService } from '@usaha/retail';
import { dataTable } from '../../../data-tables/data-table.js';
import { CustomerBody, CustomerPatch, CustomerView, customerView } from './customers.wire.js';

/** The customers of a tenant, as they are written many at once. */
export const customerTable = dataTable({
  resource: 'retail.customers',
  entity: Customer,
  service: CustomerService,
  body: CustomerBody,
  patch: CustomerPatch,
  view: CustomerView,
  keys: ['phone_number', 'email'],
  balances: ['loyalty_points'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  show: () => customerView,
});
