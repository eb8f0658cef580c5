import { oneOf, previousStatus, recordEvents } from '@usaha/shared/events';
import { beautyAppointmentStatuses } from './appointment-lifecycle.js';
import type { BeautyAppointment } from './beauty-appointment.entity.js';

/** Columns that follow from the status: moments, the invoice, and what the lines of the bill bring. */
const following = [
  'started_at',
  'completed_at',
  'cancelled_at',
  'total_amount',
  'discount_amount',
  'package_amount',
  'refunded_after_completion',
  'invoice_number',
  'invoiced_at',
  'invoice_print',
  'replaced_invoice',
  'products',
  'lines_changed',
] as const satisfies (keyof BeautyAppointment)[];

/** Columns that clients do not know, or know as a part of the services. */
const inner = {
  day: null,
  starts_at: null,
  is_dated: null,
  reminder_sent: null,
  times_moved: null,
  package_amount: null,
  payment_entries: null,
  refunded_after_completion: null,
  invoiced_at: null,
  invoice_print: null,
  replaced_invoice: null,
  lines_changed: 'services',
} as const satisfies Partial<Record<keyof BeautyAppointment, string | null>>;

/** The events of appointments: every operation that reaches a status announces it, a check-in `checked_in` alone. */
export const beautyAppointmentEvents = recordEvents<BeautyAppointment>('beauty.appointment')({
  path: '/api/v1/beauty/appointments/{id}/',
  contract_path: null,
  data: {
    // None of a walk-in.
    client_id: 'id?',
    status: oneOf(beautyAppointmentStatuses),
    previous_status: previousStatus(beautyAppointmentStatuses),
    total_amount: 'money?',
    amount_paid: 'money',
  },
  changed: true,
  fields: inner,
  actions: { check_in: 'checked_in' },
  statuses: {
    of: 'status',
    first: 'pending',
    verbs: {
      pending: 'reopened',
      confirmed: (_, action) => (action === 'check_in' ? 'checked_in' : 'confirmed'),
      in_progress: 'started',
      completed: 'completed',
      cancelled: 'cancelled',
      no_show: 'missed',
    },
    follows: following,
    more: ({ is_rebooked }) => is_rebooked,
  },
  verbs: {
    created: { en: 'An appointment was made.', ms: 'Satu temu janji telah dibuat.' },
    updated: { en: 'An appointment was changed.', ms: 'Satu temu janji telah diubah.' },
    confirmed: { en: 'An appointment was confirmed.', ms: 'Satu temu janji telah disahkan.' },
    checked_in: {
      en: 'The client of an appointment was checked in.',
      ms: 'Pelanggan temu janji telah didaftar masuk.',
    },
    started: { en: 'An appointment began.', ms: 'Satu temu janji telah bermula.' },
    completed: { en: 'An appointment was completed.', ms: 'Satu temu janji telah selesai.' },
    cancelled: { en: 'An appointment was cancelled.', ms: 'Satu temu janji telah dibatalkan.' },
    missed: { en: 'The client did not come to an appointment.', ms: 'Pelanggan tidak hadir pada temu janji.' },
    reopened: { en: 'An appointment is pending again.', ms: 'Satu temu janji kembali belum disahkan.' },
  },
});
