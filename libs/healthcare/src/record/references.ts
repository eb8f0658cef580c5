import { isUuid, unknownReference } from '@usaha/shared';
import { nouns } from '../messages.js';

/**
 * An appointment_id as it is stored: the foreign key refuses those that are unknown, this those that can name none.
 * @throws invalid
 */
export function appointmentNamed<T extends string | null | undefined>(appointment_id: T): T {
  if (typeof appointment_id !== 'string') return appointment_id;
  if (!isUuid(appointment_id)) throw unknownReference('appointment_id', nouns.appointment);
  return appointment_id.toLowerCase() as T;
}
