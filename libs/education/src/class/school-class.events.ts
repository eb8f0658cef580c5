import { recordEvents } from '@usaha/shared/events';
import type { SchoolClass } from './school-class.entity.js';

/** The events of classes. */
export const classEvents = recordEvents<SchoolClass>('education.class')({
  path: '/api/v1/education/classes/{id}/',
  contract_path: null,
  data: { capacity: 'count?', current_enrollment: 'count' },
  changed: true,
  fields: { seats_elsewhere: 'current_enrollment', active_enrollments: 'current_enrollment' },
  // The enrollment that takes or frees a seat has an event.
  actions: { seat: null },
  verbs: {
    created: { en: 'A class was created.', ms: 'Satu kelas telah dicipta.' },
    updated: { en: 'A class was changed.', ms: 'Satu kelas telah diubah.' },
    deleted: { en: 'A class was deleted.', ms: 'Satu kelas telah dipadam.' },
    restored: { en: 'A class was restored.', ms: 'Satu kelas telah dipulihkan.' },
  },
});
