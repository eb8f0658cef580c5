import { ErasableRecord, ErasableRepository } from '@usaha/core';
import { nouns } from '../messages.js';

/** Something that was noted about a patient. It is kept when the patient is deleted, and blanked when the patient's data are erased. */
export abstract class ClinicalRecord extends ErasableRecord {}

/** Clinical records of a tenant. One whose patient's data were erased is read, and never changed again. */
export abstract class ClinicalRepository<T extends ClinicalRecord, Q extends object> extends ErasableRepository<T, Q> {
  protected readonly person = { noun: nouns.patient, field: 'patient_id' };
}
