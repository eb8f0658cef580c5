import { invalid, type Context } from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import type { AppointmentRepository } from '../appointment/appointment.repository.js';
import { messages } from '../messages.js';

/** A visit, as far as records are tied to it. */
export type Visit = Pick<Appointment, 'id' | 'patient_id'>;

/** What ties a record to a visit: both are of one patient. */
interface Pair {
  patient_id: string;
  appointment_id: string | null;
}

/** The visit that the appointment_id of a new record names, if any. @throws invalid for one that is not known */
export const visitNamed = async (
  ctx: Context,
  appointments: AppointmentRepository,
  appointment_id: string | null | undefined,
): Promise<Appointment | null> =>
  typeof appointment_id === 'string' ? appointments.named(ctx, 'appointment_id', appointment_id) : null;

/** @throws invalid for a visit of another patient */
export function refuseOthersVisit(visit: Visit | null, patient_id: string): void {
  if (visit && visit.patient_id !== patient_id) throw invalid('appointment_id', messages.visitOfAnother());
}

/**
 * The appointment_id of a stored record after a change. It is looked at where that, or the patient, becomes another: the
 * stored pair sent back states nothing.
 * @param next what is absent stays @throws invalid for one that is not known, or of another patient
 */
export async function changedVisit(
  ctx: Context,
  appointments: AppointmentRepository,
  stored: Pair,
  next: Partial<Pair>,
): Promise<string | null> {
  const { patient_id = stored.patient_id } = next;
  const appointment_id = next.appointment_id === undefined ? stored.appointment_id : next.appointment_id;
  if (appointment_id === null) return null;
  if (patient_id === stored.patient_id && appointment_id.toLowerCase() === stored.appointment_id)
    return stored.appointment_id;
  const visit = await appointments.named(ctx, 'appointment_id', appointment_id);
  refuseOthersVisit(visit, patient_id);
  return visit.id;
}
