import { recordEvents } from '@usaha/shared/events';
import type { Prescription } from './prescription.entity.js';

/** The events of prescriptions. They do not tell whose the prescription is, nor of what. */
export const prescriptionEvents = recordEvents<Prescription>('healthcare.prescription')({
  path: '/api/v1/healthcare/prescriptions/{id}/',
  contract_path: null,
  data: {},
  actions: { refill: 'refilled' },
  verbs: {
    created: { en: 'A prescription was created.', ms: 'Satu preskripsi telah dicipta.' },
    updated: { en: 'A prescription was changed.', ms: 'Satu preskripsi telah diubah.' },
    refilled: { en: 'A prescription was refilled.', ms: 'Satu preskripsi telah diisi semula.' },
  },
});
