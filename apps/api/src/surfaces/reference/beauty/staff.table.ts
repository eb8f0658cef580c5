import { StaffMember, StaffService } from '@usaha/beauty';
import { dataTable } from '../../../data-tables/data-table.js';
import { StaffBody, StaffPatch, StaffView, staffView } from './staff.wire.js';

/** The members of staff of a tenant, as they are written many at once. */
export const staffTable = dataTable({
  resource: 'beauty.staff',
  entity: StaffMember,
  service: StaffService,
  body: StaffBody,
  patch: StaffPatch,
  view: StaffView,
  keys: ['ic_number', 'email'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  show: ({ actor }) => staffView(actor),
});
