import { Lifecycle, withinSentence } from '@usaha/shared';
import { appointmentStatusWords, appointmentVerbWords, nouns } from '../messages.js';

export const appointmentStatuses = [
  'scheduled',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/**
 * The verbs of an appointment (docs/readings.md, §13). No verb needs the one before it: "Transitions: not shown",
 * and the smallest visit is made and completed. A status that is set by PUT may be any of the six.
 */
export const appointmentLifecycle = new Lifecycle(
  nouns.appointment,
  appointmentStatuses,
  {
    check_in: { from: ['scheduled', 'confirmed'], to: 'confirmed' },
    start: { from: ['scheduled', 'confirmed'], to: 'in_progress' },
    complete: { from: ['scheduled', 'confirmed', 'in_progress'], to: 'completed' },
    cancel: { from: ['scheduled', 'confirmed', 'in_progress'], to: 'cancelled' },
  },
  { statuses: withinSentence(appointmentStatusWords), verbs: appointmentVerbWords },
);

/** Statuses in which an appointment takes its doctor's time. */
const occupying: Readonly<Record<AppointmentStatus, boolean>> = {
  scheduled: true,
  confirmed: true,
  in_progress: true,
  completed: false,
  cancelled: false,
  no_show: false,
};

export const occupies = (status: AppointmentStatus): boolean => occupying[status];

/** The same, for statements. */
export const occupyingStatuses = appointmentStatuses.filter(occupies);
