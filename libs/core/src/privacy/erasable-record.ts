import { Repository, TenantRecord, columns, conflict, type Context, type Words } from '@usaha/shared';
import { messages } from './privacy.messages.js';

/** Something noted about a person that can be changed. It is blanked when the data of the person are erased. */
export abstract class ErasableRecord extends TenantRecord {
  /** When the data of its person were erased; from then on nothing is noted in it. */
  @columns.instant({ nullable: true }) erased_at: Date | null = null;
}

/** Such records of a tenant. One that was blanked is read, and never changed again: a form sent late would fill it again. */
export abstract class ErasableRepository<T extends ErasableRecord, Q extends object> extends Repository<T, Q> {
  /** Whom its records are about, and the field that says so. */
  protected abstract readonly person: { readonly noun: Words; readonly field: string };

  /** @throws conflict when the data of the person were erased */
  override async lock(ctx: Context, id: string): Promise<T> {
    const record = await super.lock(ctx, id);
    if (record.erased_at)
      throw conflict(this.person.field, messages.dataErased({ noun: this.words, person: this.person.noun }));
    return record;
  }
}
