import { Repository, TenantRecord, columns, conflict, type Context } from '@usaha/shared';
import { messages } from '../messages.js';

/** A health record of a patient. It is kept when the patient is deleted, and its content is erased when the patient is. */
export abstract class ClinicalRecord extends TenantRecord {
  /** When the data of its patient were erased; from then on nothing is noted in it. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;
}

/** Clinical records of a tenant. One whose patient's data were erased is read, and never changed again. */
export abstract class ClinicalRepository<T extends ClinicalRecord, Q extends object> extends Repository<T, Q> {
  /** @throws conflict when the patient's data were erased */
  override async hold(ctx: Context, id: string): Promise<T> {
    const record = await super.hold(ctx, id);
    if (record.erased_at) throw conflict('patient_id', messages.patientErased({ noun: this.words }));
    return record;
  }
}
