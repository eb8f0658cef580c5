import { recordEvents } from '@usaha/shared/events';
import type { Grade } from './grade.entity.js';

/** The events of grades: they tell no marks. */
export const gradeEvents = recordEvents<Grade>('education.grade')({
  path: '/api/v1/education/grades/{id}/',
  contract_path: null,
  data: { student_id: 'id' },
  changed: true,
  fields: { percentage: null, grade_given: null, scale: null, own_scale: null },
  verbs: {
    created: { en: 'A grade of a student was recorded.', ms: 'Satu gred pelajar telah direkodkan.' },
    updated: { en: 'A grade of a student was changed.', ms: 'Satu gred pelajar telah diubah.' },
  },
});
