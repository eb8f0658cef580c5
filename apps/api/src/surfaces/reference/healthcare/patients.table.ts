import { Patient, PatientService } from '@usaha/healthcare';
import { dataTable } from '../../../data-tables/data-table.js';
import { PatientBody, PatientPatch, PatientView, patientView } from './patients.wire.js';

/** The patients of a tenant, as they are written many at once. */
export const patientTable = dataTable({
  resource: 'healthcare.patients',
  entity: Patient,
  service: PatientService,
  body: PatientBody,
  patch: PatientPatch,
  view: PatientView,
  keys: ['medical_record_number', 'ic_number'],
  given: ['medical_record_number'],
  create: (service, ctx, body) => service.create(ctx, body),
  update: async (service, ctx, id, body) => (await service.update(ctx, id, body)).patient,
  show: patientView,
});
