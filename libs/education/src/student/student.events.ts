import { recordEvents } from '@usaha/shared/events';
import type { Student } from './student.entity.js';

/** The events of students. They tell nothing about the person. */
export const studentEvents = recordEvents<Student>('education.student')({
  path: '/api/v1/education/students/{id}/',
  contract_path: null,
  data: {},
  changed: true,
  // That there is a scholarship follows from what is said of it, which is personal.
  fields: { pdpa_refused_at: 'pdpa_consent_stated', has_scholarship: null, household_position: null },
  // Households have no events.
  actions: { household: null },
  verbs: {
    created: { en: 'A student was created.', ms: 'Seorang pelajar telah dicipta.' },
    updated: { en: 'A student was changed.', ms: 'Seorang pelajar telah diubah.' },
    deleted: { en: 'A student was deleted.', ms: 'Seorang pelajar telah dipadam.' },
    restored: { en: 'A student was restored.', ms: 'Seorang pelajar telah dipulihkan.' },
    erased: {
      en: 'The personal data of a student were erased.',
      ms: 'Data peribadi seorang pelajar telah dihapuskan.',
    },
  },
});
