import { Client, ClientService } from '@usaha/beauty';
import { dataTable } from '../../../data-tables/data-table.js';
import { ClientBody, ClientPatch, ClientView, clientView } from './clients.wire.js';

/** The clients of a tenant, as they are written many at once. */
export const clientTable = dataTable({
  resource: 'beauty.clients',
  entity: Client,
  service: ClientService,
  body: ClientBody,
  patch: ClientPatch,
  view: ClientView,
  keys: ['phone_number', 'email'],
  balances: ['loyalty_points'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  show: () => clientView,
});
