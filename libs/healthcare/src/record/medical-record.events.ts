import { recordEvents } from '@usaha/shared/events';
import type { MedicalRecord } from './medical-record.entity.js';

/** The events of medical records. They do not tell whose the record is. */
export const medicalRecordEvents = recordEvents<MedicalRecord>('healthcare.medical_record')({
  path: '/api/v1/healthcare/medical-records/{id}/',
  contract_path: null,
  data: {},
  verbs: {
    created: { en: 'A medical record was created.', ms: 'Satu rekod perubatan telah dicipta.' },
    updated: { en: 'A medical record was changed.', ms: 'Satu rekod perubatan telah diubah.' },
  },
});
