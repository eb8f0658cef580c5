import { fieldMessages, invalid, isUuid, type Bind, type Context } from '@usaha/shared';
import type { Patient } from '../patient/patient.entity.js';
import type { PatientRepository } from '../patient/patient.repository.js';
import { nouns } from '../messages.js';

/** Of whom and of which visit a clinical record speaks. */
export interface ClinicalReferences {
  patient_id: string;
  appointment_id?: string | null;
}

/**
 * The patient that a new record names. He is held until it is written, so that nothing is added to one whose data are
 * erased meanwhile.
 * @throws invalid when there is none, or he was deleted
 */
export async function patientNamed(ctx: Context, patients: PatientRepository, patient_id: string): Promise<Patient> {
  const patient = await patients.holdIfThere(ctx, patient_id);
  if (!patient) throw unknownPatient();
  return patient;
}

/** What is said of a patient_id that names nobody. */
export const unknownPatient = () =>
  invalid('patient_id', fieldMessages.refersToNothing({ field: 'patient_id', noun: nouns.patient }));

/**
 * An appointment_id as it is stored: the foreign key refuses those that are unknown, this those that can name none.
 * @throws invalid
 */
export function appointmentNamed<T extends string | null | undefined>(appointment_id: T): T {
  if (typeof appointment_id !== 'string') return appointment_id;
  if (!isUuid(appointment_id))
    throw invalid(
      'appointment_id',
      fieldMessages.refersToNothing({ field: 'appointment_id', noun: nouns.appointment }),
    );
  return appointment_id.toLowerCase() as T;
}

/** Filter of lists: an id that is none finds nothing, as any unknown id does. */
export const ofPatient = (patient_id: string, bind: Bind): string =>
  isUuid(patient_id) ? `r.patient_id = ${bind(patient_id)}` : 'false';
