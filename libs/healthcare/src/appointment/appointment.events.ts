import { oneOf, previousStatus, recordEvents } from '@usaha/shared/events';
import type { Appointment } from './appointment.entity.js';
import { appointmentStatuses } from './appointment-lifecycle.js';

/** The events of appointments. They tell no times, doctors or kinds of visits. */
export const appointmentEvents = recordEvents<Appointment>('healthcare.appointment')({
  path: '/api/v1/healthcare/appointments/{id}/',
  contract_path: null,
  data: {
    patient_id: 'id',
    status: oneOf(appointmentStatuses),
    previous_status: previousStatus(appointmentStatuses),
  },
  // A patient who is confirmed already is checked in as well.
  actions: { check_in: 'checked_in' },
  statuses: {
    of: 'status',
    first: 'scheduled',
    verbs: {
      scheduled: 'reopened',
      confirmed: (_previous, action) => (action === 'check_in' ? 'checked_in' : 'confirmed'),
      in_progress: 'started',
      completed: 'completed',
      cancelled: 'cancelled',
      no_show: 'missed',
    },
  },
  verbs: {
    created: { en: 'An appointment was made.', ms: 'Satu janji temu telah dibuat.' },
    updated: { en: 'An appointment was changed.', ms: 'Satu janji temu telah diubah.' },
    confirmed: { en: 'An appointment was confirmed.', ms: 'Satu janji temu telah disahkan.' },
    checked_in: { en: 'A patient arrived for an appointment.', ms: 'Seorang pesakit telah tiba untuk janji temu.' },
    started: { en: 'The visit of an appointment began.', ms: 'Lawatan bagi satu janji temu telah bermula.' },
    completed: { en: 'The visit of an appointment ended.', ms: 'Lawatan bagi satu janji temu telah selesai.' },
    cancelled: { en: 'An appointment was cancelled.', ms: 'Satu janji temu telah dibatalkan.' },
    missed: { en: 'A patient did not come to an appointment.', ms: 'Seorang pesakit tidak hadir untuk janji temu.' },
    reopened: {
      en: 'An appointment went back to its first status.',
      ms: 'Satu janji temu telah kembali kepada status pertamanya.',
    },
  },
});
