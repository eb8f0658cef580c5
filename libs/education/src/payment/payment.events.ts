import { recordEvents } from '@usaha/shared/events';
import type { EducationPayment } from './payment.entity.js';

/** The events of payments for students. */
export const paymentEvents = recordEvents<EducationPayment>('education.payment')({
  path: '/api/v1/education/payments/{id}/',
  contract_path: null,
  data: { student_id: 'id', amount: 'money', currency: 'text' },
  actions: { void: 'voided' },
  verbs: {
    created: { en: 'A payment for a student was recorded.', ms: 'Satu bayaran bagi pelajar telah direkodkan.' },
    voided: { en: 'A payment for a student was made void.', ms: 'Satu bayaran bagi pelajar telah dibatalkan.' },
  },
});
