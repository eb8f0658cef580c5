import { Student, StudentService } from '@usaha/education';
import { dataTable } from '../../../data-tables/data-table.js';
import { StudentBody, StudentPatch, StudentView, studentView } from './students.wire.js';

/** The students of a tenant, as they are written many at once. */
export const studentTable = dataTable({
  resource: 'education.students',
  entity: Student,
  service: StudentService,
  body: StudentBody,
  patch: StudentPatch,
  view: StudentView,
  keys: ['ic_number'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: (service, ctx, id, body) => service.update(ctx, id, body),
  show: ({ now }) => studentView(now),
});
