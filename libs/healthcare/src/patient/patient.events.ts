import { recordEvents } from '@usaha/shared/events';
import type { Patient } from './patient.entity.js';

/** The events of patients: ids alone, nothing that tells of their health. */
export const patientEvents = recordEvents<Patient>('healthcare.patient')({
  path: '/api/v1/healthcare/patients/{id}/',
  contract_path: null,
  data: {},
  // Of a merge one patient is changed and the other is deleted: `PatientMergeService` announces both.
  actions: { merge: null },
  verbs: {
    created: { en: 'A patient was created.', ms: 'Seorang pesakit telah dicipta.' },
    updated: { en: 'A patient was changed.', ms: 'Seorang pesakit telah diubah.' },
    deleted: { en: 'A patient was deleted.', ms: 'Seorang pesakit telah dipadam.' },
    restored: { en: 'A patient was restored.', ms: 'Seorang pesakit telah dipulihkan.' },
    erased: {
      en: 'The personal data of a patient were erased.',
      ms: 'Data peribadi seorang pesakit telah dihapuskan.',
    },
  },
});
