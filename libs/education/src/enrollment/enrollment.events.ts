import { oneOf, previousStatus, recordEvents } from '@usaha/shared/events';
import { enrollmentStatuses, type Enrollment } from './enrollment.entity.js';

/** The events of enrollments. No status has a separate event: a withdrawal is an operation. */
export const enrollmentEvents = recordEvents<Enrollment>('education.enrollment')({
  path: '/api/v1/education/enrollment/{id}/',
  contract_path: null,
  data: {
    student_id: 'id',
    class_id: 'id',
    status: oneOf(enrollmentStatuses),
    previous_status: previousStatus(enrollmentStatuses),
  },
  changed: true,
  // It ends where its student or class is deleted.
  actions: { end: 'updated', withdraw: 'withdrawn' },
  statuses: { of: 'status', first: 'active', verbs: {} },
  verbs: {
    created: { en: 'A student was enrolled in a class.', ms: 'Seorang pelajar telah didaftarkan dalam kelas.' },
    updated: { en: 'An enrollment was changed.', ms: 'Satu pendaftaran kelas telah diubah.' },
    withdrawn: { en: 'A student was withdrawn from a class.', ms: 'Seorang pelajar telah ditarik keluar dari kelas.' },
  },
});
