import { Lifecycle, withinSentence } from '@usaha/shared';
import { appointmentStatusWords, appointmentVerbWords, nouns } from '../messages.js';

export const beautyAppointmentStatuses = [
  'pending',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
] as const;
export type BeautyAppointmentStatus = (typeof beautyAppointmentStatuses)[number];

/**
 * The verbs of an appointment (docs/readings.md, §13). No verb needs the one before it: the smallest visit is made and
 * completed. A status that is set by PUT may be any of the six.
 */
export const appointmentLifecycle = new Lifecycle(
  nouns.beauty_appointment,
  beautyAppointmentStatuses,
  {
    check_in: { from: ['pending', 'confirmed'], to: 'confirmed' },
    start: { from: ['pending', 'confirmed'], to: 'in_progress' },
    complete: { from: ['pending', 'confirmed', 'in_progress'], to: 'completed' },
    cancel: { from: ['pending', 'confirmed', 'in_progress'], to: 'cancelled' },
  },
  { statuses: withinSentence(appointmentStatusWords), verbs: appointmentVerbWords },
);

/** Statuses in which an appointment takes the time of its staff. */
const occupying: Readonly<Record<BeautyAppointmentStatus, boolean>> = {
  pending: true,
  confirmed: true,
  in_progress: true,
  completed: false,
  cancelled: false,
  no_show: false,
};

export const occupies = (status: BeautyAppointmentStatus): boolean => occupying[status];

/** The same, for statements. */
export const occupyingStatuses = beautyAppointmentStatuses.filter(occupies);
