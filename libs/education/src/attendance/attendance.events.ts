import { recordEvents } from '@usaha/shared/events';
import type { Attendance } from './attendance.entity.js';

/** The events of attendance: they do not tell whether the student was there. */
export const attendanceEvents = recordEvents<Attendance>('education.attendance')({
  path: '/api/v1/education/attendance/{id}/',
  contract_path: null,
  data: { student_id: 'id', class_id: 'id?' },
  changed: true,
  verbs: {
    created: { en: 'The attendance of a student was recorded.', ms: 'Kehadiran seorang pelajar telah direkodkan.' },
    updated: { en: 'The attendance of a student was changed.', ms: 'Kehadiran seorang pelajar telah diubah.' },
  },
});
