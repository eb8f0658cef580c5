import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';

/** How bodies, queries and views of healthcare name other records. */

const PATIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const APPOINTMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';

export const patientReference = field.reference('Id of the patient', PATIENT, { max: MAX_TEXT });

/** Filters a list by patient. */
export const patientParameter = param.text('Id of the patient', PATIENT);

/** An appointment of the same patient, or none. */
export const appointmentReference = (description: string) =>
  field.reference(description, APPOINTMENT, { optional: true, max: MAX_TEXT, view: 'Id of the appointment' });
